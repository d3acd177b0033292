import js from "@eslint/js";
import globals from "globals";

const PAGE = "adapters/page/static/**/*.js";

/** Words become text nodes, never markup; and no word is ever run as a program. */
const UNSAFE = [
  "MemberExpression[property.name=/^(innerHTML|outerHTML|srcdoc|insertAdjacentHTML|setHTMLUnsafe)$/]",
  "MemberExpression[object.name='document'][property.name=/^writeln?$/]",
  "Property[key.name=/^(dangerouslySetInnerHTML|innerHTML|outerHTML|srcdoc)$/]",
  "CallExpression[callee.property.name=/^(createContextualFragment|parseFromString)$/]",
].map((selector) => ({ selector, message: "Texts from the wire are never markup." }));

const FOREIGN = ["ImportDeclaration", "ExportNamedDeclaration", "ExportAllDeclaration"].map(
  (kind) => ({
    selector: `${kind}[source][source.value!=/^[.][.]?[/].+[.]js$/]`,
    message: "The page has no build step: import ./files.js only.",
  }),
);

export default [
  { ignores: ["adapters/page/static/vendor/"] },
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2022, sourceType: "module" },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-new-func": "error",
      "no-script-url": "error",
      "no-var": "error",
      "prefer-const": "error",
    },
  },
  {
    files: [PAGE],
    languageOptions: { globals: globals.browser },
    rules: {
      "no-console": "error",
      "no-restricted-syntax": ["error", ...UNSAFE, ...FOREIGN],
    },
  },
  {
    files: ["tests/page/*.js"],
    languageOptions: { globals: globals.node },
  },
];
