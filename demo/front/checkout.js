// Paying: the e-mail address, the order, and what a shopper reads where the API refuses it.

import { basketLines, recall, remember, setQuantity } from "./basket.js";
import { showBasket } from "./basket-view.js";
import { call, shop } from "./api.js";
import { findVariant, fullTitle, noteStock } from "./catalogue.js";
import { find, say, show } from "./elements.js";
import { readAddress, startAddress } from "./address.js";
import { contentLocale, messages, sentenceOf } from "./language.js";

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
  // Back from the payment page: the unpaid order would hold what this one needs.
  const unpaid = recall("order");
  const wanted = {
    items,
    ...(email && { customerEmail: email }),
    // The order keeps the words that its buyer saw, and its mail is in their language.
    ...(contentLocale && { locale: contentLocale }),
    successUrl: startAddress("?paid"),
    cancelUrl: startAddress(),
  };
  // One key for one attempt at one basket. Sent again with the same key (after a failure, or when the visitor comes back from the
  // payment page and pays after all) the request gets the same order, not another one.
  // Browsers have randomUUID on https and on localhost.
  const earlier = recall("attempt");
  const basket = JSON.stringify(wanted);
  const attempt =
    earlier?.basket === basket
      ? earlier
      : { key: crypto.randomUUID(), basket, body: JSON.stringify({ ...wanted, ...(unpaid && !unpaid.isOver && { replaces: unpaid.id }) }) };
  remember("attempt", attempt);
  try {
    const headers = { "idempotency-key": attempt.key };
    const { data } = await call(`${shop}/checkout/session`, { method: "POST", key: readAddress().key, headers, body: attempt.body });
    // Only this answer knows the order's id and number: they are kept here for the way back.
    remember("order", { id: data.orderId, number: data.number, email, items: basketLines(), isOver: false });
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
  if (value) say("pay", messages.opening);
  else showBasket();
}

// ---- Refusals ----

/** A refusal in the shopper's language, where they can do something about it: at the field, in the basket, or above the button. */
function refuse(problem) {
  const { code, errors = [] } = problem;
  if (code === "order_paid") {
    // The earlier order was paid after all: its page says so.
    location.assign(startAddress("?paid"));
    return;
  }
  if (errors.some(({ path }) => path === "/customerEmail")) {
    // An address that was remembered is a field again.
    remember("email", null);
    showEmail();
    sayAtEmail(messages.field.email);
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
  // What an earlier order held is in the answer, and is not counted twice. The next try still replaces that order.
  const order = recall("order");
  if (order) remember("order", { ...order, items: [] });
  const sentences = items.map(({ variantId, available }) => {
    const name = fullTitle(findVariant(variantId));
    return available > 0 ? messages.leftOf(name, available) : messages.goneOf(name);
  });
  for (const { variantId, available } of items) noteStock(variantId, available);
  for (const { variantId, available } of items) setQuantity(variantId, available);
  return [...sentences, messages.weChanged].join(" ");
}

function takeOutUnavailable({ items }) {
  for (const { variantId } of items) setQuantity(variantId, 0);
  return messages.unavailable;
}

function sentenceAbout(problem) {
  const own = {
    payments_not_configured: messages.noPayments,
    amount_out_of_range: messages.tooMuch,
    currency_mixed: messages.mixed,
    processor_error: messages.processor,
    processor_timeout: messages.processor,
  }[problem.code];
  return own ?? sentenceOf(problem);
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
