// What this tab remembers, also while the visitor is on the payment page. Each shop has its own: a basket is one shop's.

import { readAddress } from "./shop-address.js";

const nameIn = (name) => `${name} ${readAddress().key}`;

export const recall = (name) => JSON.parse(sessionStorage.getItem(nameIn(name)) ?? "null");
export const remember = (name, value) => sessionStorage.setItem(nameIn(name), JSON.stringify(value));
