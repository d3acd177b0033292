// Stands in for LINE's SDK, as far as it is documented: one object, and an address that it changes.
// How it behaves is written into it: inApp, loggedIn, token, exp, access, permission, says.
(() => {
  const behaves = BEHAVES;
  const fresh = new URLSearchParams(location.search).has("again") ? (behaves.anew ?? {}) : {};
  const now = { ...behaves, ...fresh };
  const calls = (window.liffCalls = []);
  const error = (code, message) => Object.assign(new Error(message), { code });
  window.liff = {
    init({ liffId }) {
      calls.push(["init", liffId]);
      if (now.fails) return Promise.reject(error("INIT_FAILED", now.fails));
      const state = new URLSearchParams(location.search).get("liff.state");
      if (state === null) return Promise.resolve();
      location.replace(`/liff${state}`); // the second load; this one never goes on
      return new Promise(() => {});
    },
    isInClient: () => now.inApp === true,
    isLoggedIn: () => now.loggedIn !== false,
    login: ({ redirectUri }) => location.assign(redirectUri),
    logout: () => calls.push(["logout"]),
    getIDToken: () => now.token ?? null,
    getDecodedIDToken: () => (now.token ? { exp: now.exp } : null),
    getAccessToken: () => now.access ?? null,
    getAppLanguage: () => "ja",
    getContext: () => (now.inApp ? { type: "group", viewType: "tall" } : { type: "external" }),
    permission: { query: async () => ({ state: now.permission ?? "prompt" }) },
    sendMessages: async (messages) => {
      calls.push(["sendMessages", messages]);
      if (now.says) throw error("FORBIDDEN", now.says);
    },
    openWindow: (params) => calls.push(["openWindow", params]),
    closeWindow: () => calls.push(["closeWindow"]),
  };
})();
