// A page whose content comes from an API is too short when the browser would scroll it back. So it keeps the place itself, in the
// history's entry: whoever goes back, or loads the page again, is where they were.

let settling;

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
