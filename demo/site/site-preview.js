// The page inside the studio: the draft comes from there, as it is typed, and nothing is asked of the API. A click chooses a block.

import { element, find, show } from "./elements.js";
import { connectPreview } from "./preview.js";

/** Shows the drafts of the studio at this origin. `draw` makes the elements of a page, and sets the language. */
export function followStudio(studio, draw) {
  show("loading", false);
  connectPreview({
    studio,
    render(page) {
      find("content").replaceChildren(...draw(page));
      document.title = page.title;
    },
  });
  find("content").replaceChildren(element("p", { class: "notice" }, "…"));
}
