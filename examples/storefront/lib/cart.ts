"use client";

import { useSyncExternalStore } from "react";
import { cartLinesIn, maxQuantity, type CartLine } from "@/lib/cart-lines";

/** The cart of this browser. It is kept in localStorage, so that it is there in every tab and tomorrow. */
export interface Cart {
  lines: readonly CartLine[];
  /** Another one after each change: ordering twice with the same key and the same address makes one order. */
  key: string;
}

const place = "cart";
const empty: Cart = { lines: [], key: "" };
const listeners = new Set<() => void>();
let last = { text: "", cart: empty };

/** Undefined while the page is made on the server, which does not know the cart. */
export function useCart(): Cart | undefined {
  return useSyncExternalStore(subscribe, readCart, () => undefined);
}

export function addToCart(line: CartLine): void {
  const { lines } = readCart();
  const present = lines.find(({ variantId }) => variantId === line.variantId);
  const quantity = Math.min((present?.quantity ?? 0) + line.quantity, maxQuantity);
  write(present ? lines.map((each) => (each === present ? { ...each, quantity } : each)) : [...lines, line]);
}

/** Zero removes the line. */
export function changeQuantity(variantId: string, quantity: number): void {
  const lines = readCart().lines.map((line) =>
    line.variantId === variantId ? { ...line, quantity: Math.min(quantity, maxQuantity) } : line,
  );
  write(lines.filter((line) => line.quantity > 0));
}

/** Empties the cart if it is still the one that was ordered with this key. */
export function emptyOrderedCart(key: string): void {
  if (readCart().key === key) write([]);
}

/** After an order that will not be paid any more: the same cart may be ordered again. */
export function allowOrderingAgain(key: string): void {
  const cart = readCart();
  if (cart.key === key) write(cart.lines);
}

/** The same object as long as nothing changed, as React asks for. */
function readCart(): Cart {
  const text = localStorage.getItem(place) ?? "";
  if (text !== last.text) last = { text, cart: parse(text) };
  return last.cart;
}

function parse(text: string): Cart {
  try {
    const { lines, key } = JSON.parse(text) as { lines: unknown; key: unknown };
    return { lines: cartLinesIn(lines), key: String(key) };
  } catch {
    return empty;
  }
}

function write(lines: readonly CartLine[]): void {
  localStorage.setItem(place, JSON.stringify({ lines, key: newKey() } satisfies Cart));
  for (const listener of listeners) listener();
}

/** Not randomUUID: browsers offer that on https only, and a phone in the same room tries the shop on http. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // From other tabs.
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}
