// What a search finds beside the products: categories, and pages, posts, guides and people of the site.

import { searchElsewhere } from "./catalogue.js";
import { find, say, show } from "./elements.js";
import { kindOfEntry, resultElement } from "./search.js";
import { addressOf, siteAddressOf } from "./shop-address.js";
import { langOf, words } from "./shop-language.js";

/** The search whose results are shown, or asked for. */
let sought;

export async function showElsewhere(q) {
  if (q === sought) return;
  sought = q;
  show("elsewhere", false);
  if (q === undefined) return;
  const answer = await searchElsewhere(q).catch(() => undefined);
  if (q !== sought) return;
  // It may be asked for again.
  if (!answer) sought = undefined;
  const items = answer?.data ?? [];
  find("elsewhere-results").replaceChildren(...items.map((item) => resultElement(item, { hrefOf, langOf, words, level: 3 })));
  say("elsewhere-problem", answer ? "" : words.elsewhereFailed);
  show("elsewhere-problem", !answer);
  find("elsewhere-all").href = siteAddressOf({ q });
  show("elsewhere-all", items.length > 0);
  show("elsewhere", items.length > 0 || !answer);
}

function hrefOf({ type, contentType, slug }) {
  if (type === "category") return addressOf({ category: slug });
  if (type === "page") return siteAddressOf({ page: slug });
  const kind = kindOfEntry(contentType);
  return kind && siteAddressOf({ [kind]: slug });
}
