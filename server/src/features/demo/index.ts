export { getDemoShop } from "./get-demo-shop.ts";
export { getIllustration } from "./get-illustration.ts";
