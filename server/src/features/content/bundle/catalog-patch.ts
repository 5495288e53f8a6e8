import { isDeepStrictEqual } from "node:util";
import { applyMergePatch } from "../../../lib/http/merge-patch.ts";

type Members = Readonly<Record<string, unknown>>;

/** A variant in the members of a bundle. */
export interface SeenVariant extends Members {
  sku: string;
}

/** A JSON Merge Patch of a product, a category or a plan, in the members that a bundle has of it. */
export interface CatalogPatch {
  patch: object;
  /**
   * The variants of which the author of the patch made its list: the patch changes what is different from these, and leaves alone what others have done
   * meanwhile. Null: the list replaces all variants.
   */
  seenVariants: readonly SeenVariant[] | null;
}

/** The members after the patch, and the SKUs that the patch changes and that are gone. */
export function applyCatalogPatch(members: Members, { patch, seenVariants }: CatalogPatch): { after: Members; gone: string[] } {
  const after = applyMergePatch(members, patch) as Members;
  if (!seenVariants || !("variants" in patch) || !isListOfVariants(after.variants) || !isListOfVariants(members.variants)) {
    return { after, gone: [] };
  }
  const { variants, gone } = mergeVariants(seenVariants, after.variants, members.variants);
  return { after: { ...after, variants }, gone };
}

/** Variants of a patch whose form is wrong are reported where the whole product is checked. */
function isListOfVariants(value: unknown): value is SeenVariant[] {
  return Array.isArray(value) && value.every((each: unknown) => typeof each === "object" && each !== null && "sku" in each);
}

/** Keeps the order of the author, and changes only the members that the author changed. Variants that were added since come last. */
function mergeVariants(seen: readonly SeenVariant[], wanted: readonly SeenVariant[], present: readonly SeenVariant[]) {
  const bySku = (variants: readonly SeenVariant[]) => new Map(variants.map((variant) => [variant.sku, variant]));
  const [before, wantedBySku, now] = [bySku(seen), bySku(wanted), bySku(present)];
  const gone: string[] = [];
  const keptVariants = wanted.flatMap((variant) => {
    const [was, is] = [before.get(variant.sku), now.get(variant.sku)];
    if (!was) return [variant];
    if (is) return [mergeVariant(was, variant, is)];
    if (changedMembers(was, variant).length > 0) gone.push(variant.sku);
    return [];
  });
  const added = present.filter(({ sku }) => !before.has(sku) && !wantedBySku.has(sku));
  return { variants: [...keptVariants, ...added], gone };
}

function mergeVariant(was: SeenVariant, wanted: SeenVariant, is: SeenVariant): SeenVariant {
  const changed = new Set(changedMembers(was, wanted));
  const keptEntries = Object.entries(is).filter(([name]) => !changed.has(name));
  // A member that the author left out goes.
  const changedEntries = Object.entries(wanted).filter(([name]) => changed.has(name));
  return Object.fromEntries([...keptEntries, ...changedEntries]) as SeenVariant;
}

/** Null and absent are alike. */
function changedMembers(was: Members, is: Members): string[] {
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return names.filter((name) => !isDeepStrictEqual(was[name] ?? null, is[name] ?? null));
}
