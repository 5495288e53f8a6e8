import { demoPages, getDemoFile } from "./get-demo-pages.ts";
import { getIllustration } from "./get-illustration.ts";

export const demoOperations = [getIllustration, ...demoPages, getDemoFile];
