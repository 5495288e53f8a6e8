import { Compile } from "typebox/compile";
import type { Actor } from "../../../lib/admin/identity.ts";
import type { ValidationError } from "../../../lib/http/problem.ts";
import { schemaErrorsOf } from "../../../lib/http/validation.ts";
import { hasChanges } from "../../../lib/observing/tally.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Sql } from "../../../ports/database.ts";
import { changesBetween, recordChange } from "../../people/audit/index.ts";
import { raiseVersions, type AdminSite } from "../../server/sites/index.ts";
import { BundleError } from "./bundle-error.ts";
import { applyCatalogPatch, type CatalogPatch } from "./catalog-patch.ts";
import { catalogErrors } from "./check-catalog.ts";
import { savedTranslationErrors } from "./check-translations.ts";
import { readCatalogItems, type CatalogSection } from "./export-catalog.ts";
import { saveCatalog } from "./save-catalog.ts";
import { BundleCategory, BundlePlan, BundleProduct, type Bundle } from "./schema.ts";
import { withTidyOptions } from "./tidy-options.ts";

export interface CatalogChange extends CatalogPatch {
  kind: "product" | "category" | "plan";
  targetId: string;
}

/** Why a change cannot be made, by its place in the list, with a JSON Pointer into the item. */
export interface CatalogChangeFault {
  place: number;
  fault: ValidationError;
}

type Members = Readonly<Record<string, unknown>>;

interface Item {
  kind: CatalogChange["kind"];
  id: string;
  before: Members;
  after: Members;
  /** Of the last change of it. */
  place: number;
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
  given: WriteContext,
  site: AdminSite,
  changes: readonly CatalogChange[],
  { actor, action }: { actor: Actor; action: string },
): Promise<CatalogChangeFault[]> {
  if (changes.length === 0) return [];
  const found: CatalogChangeFault[] = [];
  const items = (await patchedItems(tx, site.id, changes, found)).filter((item) => {
    const errors = itemErrors(item);
    found.push(...errors.map((error) => ({ place: item.place, fault: error })));
    return errors.length === 0;
  });
  const bySection: Record<CatalogSection, Item[]> = { products: [], categories: [], plans: [] };
  for (const item of items) bySection[sections[item.kind]].push(item);
  const afterOf = (section: CatalogSection) => bySection[section].map(({ after }) => after);
  const { id: _id, revision: _revision, suspendedAt: _suspended, createdAt: _created, updatedAt: _updated, ...members } = site;
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
      found.push({ place: item?.place ?? 0, fault: { ...error, path: rest } });
    }
    return errors.length > 0;
  };
  if (place(await catalogErrors(tx, site.id, bundle)) || found.length > 0) return found;
  const ctx = { ...given, touched: new Set<string>() };
  const options = {
    setStock: false,
    hasNewLocales: false,
    locate: (errors: readonly ValidationError[]) => [...errors],
    onProgress: () => undefined,
  };
  try {
    const tallies = await saveCatalog(tx, ctx, site.id, bundle, options);
    if (!Object.values(tallies).some(hasChanges)) return [];
  } catch (error) {
    if (!(error instanceof BundleError)) throw error;
    place(error.faults);
    return found;
  }
  if (place(await savedTranslationErrors(tx, site, bundle))) return found;
  await raiseVersions(tx, ctx, site.id, { catalog: true }, ctx.touched);
  for (const { kind, id, before, after } of items) {
    const label = (after.title ?? after.name) as string;
    const target = { type: kind, id, label };
    await recordChange(tx, given, { actor, siteId: site.id, action, target, changes: changesBetween(before, after) });
  }
  return [];
}

/** The items with their patches, each once. Reports those that are gone. */
async function patchedItems(tx: Sql, siteId: string, changes: readonly CatalogChange[], found: CatalogChangeFault[]): Promise<Item[]> {
  const stored = await readCatalogItems(tx, siteId, [...new Set(changes.map(({ targetId }) => targetId))]);
  const items = new Map<string, Item>();
  for (const [place, { kind, targetId, ...patch }] of changes.entries()) {
    const key = `${kind} ${targetId}`;
    const members = stored[sections[kind]].find(({ id }) => id === targetId)?.members;
    if (!members) {
      found.push({ place, fault: { path: "", code: "unknown", message: `is not a ${kind} of the site` } });
      continue;
    }
    const item = items.get(key) ?? { kind, id: targetId, before: members, after: members, place };
    const { after, gone } = applyCatalogPatch(item.after, patch);
    for (const sku of gone) {
      const message = `changes “${sku}”, which the product no longer has: remove this change from the release, then add it again`;
      found.push({ place, fault: { path: "/variants", code: "gone", message } });
    }
    items.set(key, { ...item, after, place });
  }
  return [...items.values()];
}

function itemErrors({ kind, before, after }: Item): ValidationError[] {
  const check = compiled.get(kind) ?? Compile(schemas[kind]);
  compiled.set(kind, check);
  if (!check.Check(after)) return schemaErrorsOf(check, after);
  const message = `is the name of the ${kind} in bundles and bindings: leave it as it is`;
  return after.slug === before.slug ? [] : [{ path: "/slug", code: "constant", message }];
}
