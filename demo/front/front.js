// A site in the browser, to look at and to copy: its shop, its pages and posts, its drafts and its forms. It uses Vitrine's public API and
// nothing else. The document has two views, each with its own path: shop.js says what the one shows, pages.js the other. This file goes to
// what the address asks for. address.js reads addresses, frame.js has what stands around both views, and language.js what they say.

import { isShop, readAddress, releaseToken } from "./address.js";
import { find, followPlaces, keepScroll, restoreScroll, show } from "./elements.js";
import { startAsking } from "./frame.js";
import { followImports } from "./live.js";
import { startSearch } from "./search.js";

const first = readAddress();
document.body.dataset.view = isShop ? "shop" : "site";
// Each view loads what it needs.
const view = await (isShop ? import("./shop.js") : import("./pages.js"));
let visit = 0;

async function go({ isFirst = false } = {}) {
  const address = readAddress();
  // Of a shop on another site, or in another language, everything is another one.
  if (isShop && (address.key !== first.key || address.locale !== first.locale)) return location.reload();
  const mine = (visit += 1);
  const isWanted = () => mine === visit;
  find("main").setAttribute("aria-busy", "true");
  await view.goTo(address, isWanted);
  if (!isWanted()) return;
  show("loading", false);
  find("main").removeAttribute("aria-busy");
  // Whoever types on stays where they are.
  if (isShop && document.activeElement === find("search")) return;
  // Whoever follows a link begins at the top of what came, with the keyboard and by ear; whoever goes back, where they were.
  restoreScroll();
  const heading = document.querySelector("#ask:not([hidden]) h1, #content h1, #products > :not([hidden]) h1");
  heading?.setAttribute("tabindex", "-1");
  if (!isFirst) heading?.focus({ preventScroll: true });
}

keepScroll();
followPlaces();
startSearch();
startAsking(() => location.reload());
if (!releaseToken() && !first.studio) followImports(() => readAddress().key);
await view.start(go);
