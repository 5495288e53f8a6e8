import { parseJsonPointer } from "../../../lib/json-schema/json-pointer.ts";
import type { ReadBundle } from "./read-bundle.ts";
import type { Bundle } from "./schema.ts";

/** The parts of a bundle that can be imported alone. */
export const bundleParts = ["model", "content", "catalogue", "settings"] as const;
export type BundlePart = (typeof bundleParts)[number];

/** The site itself belongs to the settings; each part needs its slug. */
const partOf: Readonly<Record<Exclude<keyof Bundle, "$schema" | "bundle" | "site" | "omits">, BundlePart>> = {
  blockTypes: "model",
  contentTypes: "model",
  forms: "model",
  assets: "content",
  pages: "content",
  entries: "content",
  previews: "content",
  categories: "catalogue",
  products: "catalogue",
  plans: "catalogue",
  discounts: "catalogue",
  apiKeys: "settings",
  plugins: "settings",
};

/** The bundle without the sections of other parts, and without their mistakes. */
export function onlyPart(read: ReadBundle, part: BundlePart): ReadBundle {
  const isIn = (section: string) => !(section in partOf) || partOf[section as keyof typeof partOf] === part;
  return {
    ...read,
    bundle: Object.fromEntries(Object.entries(read.bundle).filter(([section]) => isIn(section))) as unknown as Bundle,
    errors: read.errors.filter(({ path }) => isIn((parseJsonPointer(path) ?? [])[0] ?? "")),
  };
}
