// The form that asks whose site is to be shown, where the address names none or one that is not there.

import { find, show } from "./elements.js";

/** `again` is called if the same key is given once more; another one changes the address. */
export function startAsking(again) {
  find("ask").addEventListener("submit", (event) => {
    event.preventDefault();
    const asked = `#${new URLSearchParams({ key: find("key").value.trim() }).toString()}`;
    if (location.hash === asked) again();
    else location.hash = asked;
  });
}

export function askKey(isAsked, { isWrong = false } = {}) {
  show("ask", isAsked);
  show("ask-problem", isAsked && isWrong);
}
