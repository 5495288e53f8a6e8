// Who designed a product. The product does not say so: a designer's entry refers to what they designed, and a query asks for that entry.

import { readDesignersOf } from "./catalogue.js";
import { demo } from "./api.js";
import { element } from "./elements.js";
import { readAddress, siteAddressOf } from "./shop-address.js";
import { words } from "./shop-language.js";

/** A line whose place is kept until the answer comes. It goes where nobody is named. */
export function designerElement(product) {
  // Another site than the demo's has no such type, and is not asked for it.
  if (readAddress().key !== demo.key) return false;
  const line = element("p", { class: "designer" });
  void readDesignersOf(product).then(
    (designers) => (designers.length > 0 ? line.replaceChildren(...lineOf(designers)) : line.remove()),
    // The page is one of a product. It is whole without this line.
    () => line.remove(),
  );
  return line;
}

const lineOf = (designers) => [
  element("span", { class: "soft" }, words.designedBy),
  ...designers.flatMap(({ slug, data }, index) => [
    index > 0 ? ", " : " ",
    element("a", { href: siteAddressOf({ designer: slug }) }, data.name),
  ]),
];
