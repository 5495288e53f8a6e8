// Paying: the e-mail address, the order, and what a shopper reads where the API refuses it.

import { basketLines, mostOf, removeUnknown, setQuantity } from "./basket.js";
import { showBasket } from "./basket-view.js";
import { call, shop } from "./api.js";
import { findVariant, fullTitle, noteStock } from "./catalogue.js";
import { find, say, show } from "./elements.js";
import { sentenceOf } from "./languages.js";
import { recall, remember } from "./remembered.js";
import { readAddress, startAddress } from "./shop-address.js";
import { catalogueLocale, words } from "./shop-language.js";

let isPaying = false;

export function startCheckout() {
  showEmail();
  find("email").addEventListener("input", () => sayAtEmail(""));
  find("email-change").addEventListener("click", () => {
    remember("email", null);
    showEmail(find("email-known").textContent);
    find("email").focus();
  });
  find("checkout").addEventListener("submit", (event) => {
    event.preventDefault();
    void pay();
  });
  document.addEventListener("basket", () => {
    for (const id of ["checkout-problem", "basket-note"]) show(id, false);
    if (!isPaying) showBasket();
  });
}

/** The address is asked for once: after the first order it stands there, and can be changed. */
function showEmail(value = find("email").value) {
  const known = recall("email");
  say("email-known", known ?? "");
  find("email").value = known ?? value;
  show("email-shown", known !== null);
  show("email-asked", known === null);
}

async function pay() {
  if (isPaying) return;
  setPaying(true);
  sayAtEmail("");
  const email = find("email").value.trim();
  const items = basketLines().map(({ variantId, quantity }) => ({ variantId, quantity }));
  const body = JSON.stringify({
    items,
    ...(email && { customerEmail: email }),
    // The order keeps the words that its buyer saw, and its mail is in their language.
    ...(catalogueLocale && { locale: catalogueLocale }),
    successUrl: startAddress("?paid"),
    cancelUrl: startAddress(),
  });
  // One key for one attempt at one basket. Sent again with the same key (after a failure, or when the visitor comes back from the
  // payment page and pays after all) the request gets the same order, not another one.
  // Browsers have randomUUID on https and on localhost.
  const earlier = recall("attempt");
  const attempt = earlier?.body === body ? earlier : { key: crypto.randomUUID(), body };
  remember("attempt", attempt);
  try {
    const headers = { "idempotency-key": attempt.key };
    const { data } = await call(`${shop}/checkout/session`, { method: "POST", key: readAddress().key, headers, body });
    // Only this answer knows the order's id and number: they are kept here for the way back.
    remember("order", { id: data.orderId, number: data.number, email, items, isOver: false });
    if (email) remember("email", email);
    location.assign(data.checkoutUrl);
  } catch (problem) {
    setPaying(false);
    refuse(problem);
  }
}

function setPaying(value) {
  isPaying = value;
  find("pay").setAttribute("aria-disabled", String(value));
  if (value) say("pay", words.opening);
  else showBasket();
}

// ---- Refusals ----

/** A refusal in the shopper's language, where they can do something about it: at the field, in the basket, or above the button. */
function refuse(problem) {
  const { code, errors = [] } = problem;
  if (errors.some(({ path }) => path === "/customerEmail")) {
    // An address that was remembered is a field again.
    remember("email", null);
    showEmail();
    sayAtEmail(words.emailWrong);
    find("email").focus();
    return;
  }
  const sentences = { out_of_stock: takeWhatIsLeft, variant_unavailable: takeOutUnavailable }[code];
  const text = sentences ? sentences(problem) : sentenceAbout(problem);
  say("checkout-problem", text);
  show("checkout-problem");
}

/** Lines become what there is, and each change is said. */
function takeWhatIsLeft({ items }) {
  // Whatever an earlier order still held is not counted twice.
  remember("order", null);
  const sentences = items.map(({ variantId, available }) => {
    const name = fullTitle(findVariant(variantId));
    return available > 0 ? words.leftOf(name, available) : words.goneOf(name);
  });
  for (const { variantId, available } of items) noteStock(variantId, available);
  for (const { variantId, available } of items) setQuantity(variantId, available);
  return [...sentences, words.weChanged].join(" ");
}

/** The answer does not say which one it is. Those that are not to be had leave the basket; the page is read anew for the rest. */
function takeOutUnavailable() {
  for (const { variantId } of [...basketLines()]) if (mostOf(variantId) === 0) setQuantity(variantId, 0);
  removeUnknown();
  return words.unavailable;
}

function sentenceAbout(problem) {
  const own = {
    payments_not_configured: words.noPayments,
    amount_out_of_range: words.tooMuch,
    currency_mixed: words.mixed,
    processor_error: words.processor,
    processor_timeout: words.processor,
  }[problem.code];
  return own ?? sentenceOf(problem, words);
}

function sayAtEmail(text) {
  const field = find("email");
  say("email-problem", text);
  show("email-problem", text !== "");
  if (text === "") {
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-describedby");
    return;
  }
  field.setAttribute("aria-invalid", "true");
  // Read aloud with the field, which gets the keyboard.
  field.setAttribute("aria-describedby", "email-problem");
}
