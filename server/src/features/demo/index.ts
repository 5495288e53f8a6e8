export { getDemoPages } from "./get-demo-pages.ts";
export { getIllustration } from "./get-illustration.ts";
