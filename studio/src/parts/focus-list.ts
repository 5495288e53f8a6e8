/** Gives the focus to the first row of the page's list, or without any to its heading, once a dialog and the bar of what was selected are gone. */
export function focusList(): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const row = document.querySelector<HTMLElement>("main [role=grid] [role=row][aria-selected]");
      (row ?? document.querySelector<HTMLElement>("main h1"))?.focus({ preventScroll: true });
    }),
  );
}
