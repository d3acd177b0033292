// Small things that this browser remembers. Where storing is refused nothing is remembered.

/** @param {string} key */
export function recall(key) {
  try {
    return localStorage.getItem(`fumibako.${key}`) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} key @param {string} value */
export function keep(key, value) {
  try {
    localStorage.setItem(`fumibako.${key}`, value);
  } catch {
    // it is asked for again next time
  }
}

/** @param {string} key  of something that this tab remembers for a reload */
function ofTab(key) {
  try {
    return sessionStorage.getItem(`fumibako.${key}`) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} key @param {string} value */
function keepInTab(key, value) {
  try {
    sessionStorage.setItem(`fumibako.${key}`, value);
  } catch {
    // after a reload the first person looks, and no curtain hangs
  }
}

/** Who looked in this tab last, for a reload (of a screen with several people). */
export const lastPerson = () => ofTab("person");

/** @param {string} user */
export function rememberPerson(user) {
  if (user) keepInTab("person", user);
}

/** Before whom the curtain hung: a reload does not lift it. */
export const lastCurtain = () => ofTab("curtain");

/** @param {string} user */
export const rememberCurtain = (user) => keepInTab("curtain", user);
