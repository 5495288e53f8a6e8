// What the visitor wants to buy: lines of a variant and a quantity. No prices: those that count are the server's.

import { readAddress } from "./address.js";
import { findVariant } from "./catalogue.js";

const nameIn = (name) => `${name} ${readAddress().key}`;

/** What this tab remembers, also while the visitor is on the payment page. Each shop has its own: a basket is one shop's. */
export const recall = (name) => JSON.parse(sessionStorage.getItem(nameIn(name)) ?? "null");
export const remember = (name, value) => sessionStorage.setItem(nameIn(name), JSON.stringify(value));

/** More of one variant than this the API does not take in one order. */
const mostOfOne = 999;

let lines = recall("basket") ?? [];

/** `[{ variantId, productId, quantity }]`. */
export const basketLines = () => lines;
export const quantityOf = (variantId) => lines.find((line) => line.variantId === variantId)?.quantity ?? 0;
export const pieces = () => lines.reduce((sum, { quantity }) => sum + quantity, 0);

/**
 * How many of a variant can be in the basket. An order that was made and is not paid yet has taken its items from the stock already:
 * whoever comes back without paying still has them.
 */
export function mostOf(variantId) {
  const { variant } = findVariant(variantId) ?? {};
  if (!variant) return 0;
  const order = recall("order");
  const held = order && !order.isOver ? (order.items ?? []).find((item) => item.variantId === variantId) : undefined;
  if (!variant.available && !held) return 0;
  return variant.stock === null ? mostOfOne : Math.min(mostOfOne, variant.stock + (held?.quantity ?? 0));
}

/** Sets a quantity between 0, which removes the line, and what there is. */
export function setQuantity(variantId, quantity) {
  const most = mostOf(variantId);
  const line = lines.find((each) => each.variantId === variantId);
  const next = Math.max(0, Math.min(quantity, most));
  if (line) line.quantity = next;
  else lines.push({ variantId, productId: findVariant(variantId).product.id, quantity: next });
  keep(lines.filter((each) => each.quantity > 0));
}

/** Removes lines of variants that are not sold any more. Answers whether there were any. */
export function removeUnknown() {
  const known = lines.filter(({ variantId }) => findVariant(variantId));
  const hadUnknown = known.length < lines.length;
  if (hadUnknown) keep(known);
  return hadUnknown;
}

export function emptyBasket() {
  keep([]);
}

/** Puts the lines of an order back, unless the visitor has begun another basket. */
export function refillBasket(former) {
  if (lines.length === 0) keep(former);
}

/** In minor units, and the currency of the first line: the server refuses a basket of several. */
export function total() {
  const amount = lines.reduce((sum, { variantId, quantity }) => sum + quantity * findVariant(variantId).variant.price, 0);
  return { amount, currency: lines.length > 0 ? findVariant(lines[0].variantId).product.currency : undefined };
}

function keep(next) {
  lines = next;
  remember("basket", lines);
  // Cards, the page of a product and the list of lines follow it.
  document.dispatchEvent(new Event("basket"));
}
