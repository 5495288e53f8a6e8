export { getIllustration } from "./get-illustration.ts";
