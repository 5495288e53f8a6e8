// Before publishing: `npm run build` gathers what a shop is made of, because a package holds only what lies below it.
import { cp, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { copyStorefront, hideDots } from "./copy-storefront.js";
import { isCheckout, sources } from "./sources.js";

if (!isCheckout) throw new Error("The template is gathered in Vitrine's repository.");
const template = fileURLToPath(new URL("../template/", import.meta.url));
await rm(template, { recursive: true, force: true });
await copyStorefront(sources.storefront, `${template}/storefront`);
await hideDots(`${template}/storefront`);
await cp(sources.starter, `${template}/starter`, { recursive: true });
