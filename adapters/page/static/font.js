// The Japanese font, for machines that have none: it comes last, and delays nothing.
//
// In the page: <link rel="stylesheet" href="…/css/font.css" media="print" data-late>
// A browser fetches a sheet for print when it has nothing else to do, and its fonts not at all.

const PATIENCE = 5000;

/** The page stands: as soon as the browser is idle, late sheets are for the screen too. */
export function letFontCome() {
  const come = () => {
    for (const link of document.querySelectorAll("link[data-late]")) {
      link.setAttribute("media", "all");
    }
  };
  if ("requestIdleCallback" in window) window.requestIdleCallback(come, { timeout: PATIENCE });
  else setTimeout(come, PATIENCE);
}
