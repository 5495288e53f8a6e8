import { Compile } from "typebox/compile";
import type { Actor } from "../../../lib/admin/identity.ts";
import type { ValidationError } from "../../../lib/http/problem.ts";
import { schemaErrorsOf } from "../../../lib/http/validation.ts";
import { hasChanges } from "../../../lib/observing/tally.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Sql } from "../../../ports/database.ts";
import { changesBetween, recordChanges } from "../../people/audit/index.ts";
import { raiseVersions, type AdminSite } from "../../server/sites/index.ts";
import { findProductIds } from "../../shop/catalog/index.ts";
import { BundleError } from "./bundle-error.ts";
import { applyCatalogPatch, type CatalogPatch } from "./catalog-patch.ts";
import { catalogErrors } from "./check-catalog.ts";
import { savedCatalogErrors } from "./check-translations.ts";
import { readCatalogItems, type CatalogSection } from "./export-catalog.ts";
import { saveCatalog, skuErrors } from "./save-catalog.ts";
import { BundleCategory, BundlePlan, BundleProduct, type Bundle } from "./schema.ts";
import { withTidyOptions } from "./tidy-options.ts";

export interface CatalogChange extends CatalogPatch {
  kind: "product" | "category" | "plan";
  targetId: string;
}

/** Why a change cannot be made, by its place in the list, with a JSON Pointer into the item. */
export interface CatalogChangeError {
  place: number;
  fault: ValidationError;
}

type Members = Readonly<Record<string, unknown>>;

/** An item of the catalogue in the members of a bundle, as it is and as it shall be. */
export interface CatalogItemChange {
  kind: CatalogChange["kind"];
  /** Null: it is created. */
  id: string | null;
  before: Members | null;
  after: Members;
  /** Of the last change of it. */
  place: number;
  /** This transaction has changed it already, as `renameProduct` and `renameCategory` do. */
  isRenamed?: boolean;
}

const sections = { product: "products", category: "categories", plan: "plans" } as const;
const schemas = { product: BundleProduct, category: BundleCategory, plan: BundlePlan };
const compiled = new Map<CatalogChange["kind"], ReturnType<typeof Compile>>();

/**
 * Changes items of a held site's catalogue, in the order of the list, by the rules of an import; the stock of variants that exist stays as it is.
 * Resolves with all that stands in the way: if there is anything, the transaction must be undone.
 */
export async function changeCatalog(
  tx: Sql,
  writeContext: WriteContext,
  site: AdminSite,
  changes: readonly CatalogChange[],
  { actor, action }: { actor: Actor; action: string },
): Promise<CatalogChangeError[]> {
  if (changes.length === 0) return [];
  const validationErrors: CatalogChangeError[] = [];
  const items = await patchedItems(tx, site.id, changes, validationErrors);
  return saveCatalogItems(tx, writeContext, site, items, { actor, action, validationErrors });
}

/** Saves items of a locked site's catalogue by the rules of an import. Resolves with all that stands in the way: then the transaction must be undone. */
export async function saveCatalogItems(
  tx: Sql,
  writeContext: WriteContext,
  site: AdminSite,
  changedItems: readonly CatalogItemChange[],
  {
    actor,
    action,
    validationErrors = [],
    touched = new Set(),
    gathersStatistics = false,
  }: {
    actor: Actor;
    action: string;
    validationErrors?: CatalogChangeError[];
    /** The tags of what this transaction has made out of date already. */
    touched?: Set<string>;
    /** As of `recomputeCatalog`. */
    gathersStatistics?: boolean;
  },
): Promise<CatalogChangeError[]> {
  const { items, bySection, bundle, place } = placedItems(site, changedItems, validationErrors);
  if (place(await catalogErrors(tx, site.id, bundle)) || validationErrors.length > 0) return validationErrors;
  const ctx = { ...writeContext, touched };
  const renamedIn = (section: CatalogSection) => new Set(bySection[section].filter(({ isRenamed }) => isRenamed).map(slugOf));
  const options = {
    setStock: false,
    hasNewLocales: false,
    gathersStatistics,
    locate: (errors: readonly ValidationError[]) => [...errors],
    onProgress: () => undefined,
    renamed: { products: renamedIn("products"), categories: renamedIn("categories") },
  };
  try {
    const tallies = await saveCatalog(tx, ctx, site.id, bundle, options);
    if (!Object.values(tallies).some(hasChanges)) return [];
  } catch (error) {
    if (!(error instanceof BundleError)) throw error;
    place(error.errors);
    return validationErrors;
  }
  if (place(await savedCatalogErrors(tx, site, bundle))) return validationErrors;
  await raiseVersions(tx, ctx, site.id, { catalog: true }, ctx.touched);
  const productIds = await findProductIds(tx, site.id, bySection.products.filter(({ id }) => id === null).map(slugOf));
  const recordings = [];
  for (const item of items) {
    const { kind, before, after } = item;
    const id = item.id ?? productIds.get(slugOf(item)) ?? (await idOfItem(tx, site.id, kind, slugOf(item)));
    recordings.push({ target: { type: kind, id, label: (after.title ?? after.name) as string }, changes: changesBetween(before, after) });
  }
  await recordChanges(tx, writeContext, { actor, siteId: site.id, action }, recordings);
  return [];
}

/** Finds the errors of these items that are known before they are saved. Writes nothing. */
export async function catalogItemErrors(
  tx: Sql,
  site: AdminSite,
  changedItems: readonly CatalogItemChange[],
): Promise<CatalogChangeError[]> {
  const errors: CatalogChangeError[] = [];
  const { bundle, place } = placedItems(site, changedItems, errors);
  place(await catalogErrors(tx, site.id, bundle));
  place(await skuErrors(tx, site.id, bundle.products ?? []));
  return errors;
}

/** The well-formed items as a bundle. Adds the errors of the others to the list; `place` does the same with errors in the bundle. */
function placedItems(site: AdminSite, changedItems: readonly CatalogItemChange[], validationErrors: CatalogChangeError[]) {
  const items = changedItems.filter((item) => {
    const errors = itemErrors(item);
    validationErrors.push(...errors.map((error) => ({ place: item.place, fault: error })));
    return errors.length === 0;
  });
  const bySection: Record<CatalogSection, CatalogItemChange[]> = { products: [], categories: [], plans: [] };
  for (const item of items) bySection[sections[item.kind]].push(item);
  const afterOf = (section: CatalogSection) => bySection[section].map(({ after }) => after);
  const {
    id: _id,
    revision: _revision,
    apiHosts: _hosts,
    suspendedAt: _suspended,
    createdAt: _created,
    updatedAt: _updated,
    ...members
  } = site;
  const bundle = withTidyOptions({
    bundle: 1,
    site: members,
    categories: afterOf("categories"),
    products: afterOf("products"),
    plans: afterOf("plans"),
  } as Bundle);
  const place = (errors: readonly ValidationError[]) => {
    for (const { path, ...error } of errors) {
      const [, section, index, rest = path] = /^\/(categories|products|plans)\/(\d+)(.*)$/.exec(path) ?? [];
      const item = section === undefined ? items.at(-1) : bySection[section as CatalogSection][Number(index)];
      validationErrors.push({ place: item?.place ?? 0, fault: { ...error, path: rest } });
    }
    return errors.length > 0;
  };
  return { items, bySection, bundle, place };
}

const slugOf = ({ after }: CatalogItemChange) => after.slug as string;

/** The items with their patches, each once. Reports those that are gone. */
async function patchedItems(
  tx: Sql,
  siteId: string,
  changes: readonly CatalogChange[],
  errors: CatalogChangeError[],
): Promise<CatalogItemChange[]> {
  const storedItems = await readCatalogItems(tx, siteId, [...new Set(changes.map(({ targetId }) => targetId))]);
  const items = new Map<string, CatalogItemChange>();
  for (const [place, { kind, targetId, ...patch }] of changes.entries()) {
    const key = `${kind} ${targetId}`;
    const members = storedItems[sections[kind]].find(({ id }) => id === targetId)?.members;
    if (!members) {
      errors.push({ place, fault: { path: "", code: "unknown", message: `is not a ${kind} of the site` } });
      continue;
    }
    const item = items.get(key) ?? { kind, id: targetId, before: members, after: members, place };
    const { after, gone } = applyCatalogPatch(item.after, patch);
    for (const sku of gone) {
      const message = `changes “${sku}”, which the product no longer has: remove this change from the release, then add it again`;
      errors.push({ place, fault: { path: "/variants", code: "gone", message } });
    }
    items.set(key, { ...item, after, place });
  }
  return [...items.values()];
}

/** The id of an item by its slug, which must exist. */
export async function idOfItem(tx: Sql, siteId: string, kind: CatalogChange["kind"], slug: string): Promise<string> {
  const [item] =
    kind === "product"
      ? await tx<{ id: string }>`select id from products where site_id = ${siteId} and slug = ${slug}`
      : kind === "category"
        ? await tx<{ id: string }>`select id from categories where site_id = ${siteId} and slug = ${slug}`
        : await tx<{ id: string }>`select id from plans where site_id = ${siteId} and slug = ${slug}`;
  if (!item) throw new Error("A saved item of the catalogue vanished.");
  return item.id;
}

function itemErrors({ kind, before, after, isRenamed = false }: CatalogItemChange): ValidationError[] {
  const check = compiled.get(kind) ?? Compile(schemas[kind]);
  compiled.set(kind, check);
  if (!check.Check(after)) return schemaErrorsOf(check, after);
  const message = `is the name of the ${kind} in bundles and bindings: leave it as it is`;
  return before === null || isRenamed || after.slug === before.slug ? [] : [{ path: "/slug", code: "constant", message }];
}
