// Elements of the page. Texts of a site become text nodes, and never HTML: they are shown as they were written.

export const find = (id) => document.getElementById(id);
export const show = (target, shown = true) => {
  (typeof target === "string" ? find(target) : target).hidden = !shown;
};

/** An element with attributes and children; children that are texts stay texts, and what is absent is left out. */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== false && child !== ""));
  return made;
}

/** Writes a text, unless it is there already: what is read aloud on each change must not be touched without one. */
export function say(target, text) {
  const place = typeof target === "string" ? find(target) : target;
  if (place.textContent !== text) place.textContent = text;
}

/**
 * The address of a picture, or undefined where it is none: a path of this server, or http or https. A path with two slashes is another
 * server's, and so is one with a backslash, which browsers read as a slash.
 */
export function pictureAddress(url) {
  if (typeof url !== "string" || !/^(?:https?:\/\/|\/(?![/\\]))/i.test(url)) return undefined;
  return URL.canParse(url, import.meta.url) ? new URL(url, import.meta.url).href : undefined;
}

/** Links of the page that lead to a place on it: what stands behind the `#` of the address has another use here. */
export function followPlaces() {
  document.addEventListener("click", (event) => {
    const place = event.target.closest?.("[data-place]")?.dataset.place;
    if (place === undefined) return;
    event.preventDefault();
    find(place).scrollIntoView();
    find(place).focus({ preventScroll: true });
  });
}

let settling;

/**
 * A page whose content comes from an API is too short when the browser would scroll it back. So it keeps the place itself, in the
 * history's entry: whoever goes back, or loads the page again, is where they were.
 */
export function keepScroll() {
  history.scrollRestoration = "manual";
  addEventListener("scroll", () => {
    clearTimeout(settling);
    settling = setTimeout(() => history.replaceState({ scroll: scrollY }, ""), 120);
  });
  // Before the page changes: a late note would be written into the entry of the next one.
  addEventListener("hashchange", () => clearTimeout(settling));
}

/** To the place of this entry of the history; a new one begins at the top. */
export function restoreScroll() {
  scrollTo({ top: history.state?.scroll ?? 0, behavior: "instant" });
}
