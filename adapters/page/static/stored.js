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

/** Who looked in this tab last, for a reload (of a screen with several people). */
export function lastPerson() {
  try {
    return sessionStorage.getItem("fumibako.person") ?? "";
  } catch {
    return "";
  }
}

/** @param {string} user */
export function rememberPerson(user) {
  try {
    if (user) sessionStorage.setItem("fumibako.person", user);
  } catch {
    // the first person looks after a reload
  }
}
