import { latestChange, type AuditTarget } from "../../people/audit/index.ts";
import { parseJsonPointer, pointerStep } from "../../../lib/json-schema/json-pointer.ts";
import type { ValidationError } from "../../../lib/http/problem.ts";
import { codeKey } from "../../../lib/totals/discount-rules.ts";
import type { Sql } from "../../../ports/database.ts";
import { BundleError } from "./bundle-error.ts";
import { entryName, pageName } from "./document-names.ts";
import { readChangedItems, type ChangedItem, type ImportedItem, type ItemSection } from "./imported-items.ts";
import type { Bundle, BundleAsset } from "./schema.ts";

/** The name by which a bundle calls an asset. */
export function assetName({ path, name }: Pick<BundleAsset, "path" | "name">): string {
  return name ?? path.slice(path.lastIndexOf("/") + 1);
}

/** The lists of a bundle whose items are left out where somebody has changed them. */
type SparedBundle = Pick<Bundle, "plugins" | ListSection>;
type ListSection = Exclude<ItemSection, "site" | "plugins"> | "pages" | "entries" | "previews";

/** An item of a list of a bundle, or a plugin. */
export interface NamedItem {
  section: ListSection | "plugins" | "site";
  name: string;
}

const nameIn: { [Section in ListSection]: (item: NonNullable<Bundle[Section]>[number]) => string } = {
  assets: assetName,
  blockTypes: ({ type }) => type,
  contentTypes: ({ slug }) => slug,
  categories: ({ slug }) => slug,
  products: ({ slug }) => slug,
  plans: ({ slug }) => slug,
  discounts: ({ code, title }) => (code ? codeKey(code) : (Object.values(title)[0] ?? "")),
  pages: (page) => pageName(page).name,
  entries: (entry) => `${entry.contentType}/${entryName(entry).name}`,
  previews: ({ page }) => page,
};
/** Those of which the state after an import is kept. */
const comparedSections = ["assets", "blockTypes", "contentTypes", "categories", "products", "plans", "discounts"] as const;

/** The items of a bundle that people can change, apart from its documents and the members of its site. */
export function itemsOf(bundle: SparedBundle): ImportedItem[] {
  return [
    ...comparedSections.flatMap((section) => namesIn(bundle, section).map((name) => ({ section, name }))),
    ...Object.keys(bundle.plugins ?? {}).map((name) => ({ section: "plugins" as const, name })),
  ];
}

function namesIn(bundle: SparedBundle, section: ListSection): string[] {
  const nameOf = nameIn[section] as (item: unknown) => string;
  return (bundle[section] ?? []).map(nameOf);
}

/**
 * The items of a bundle without mistakes that somebody has changed since the last import, and that the bundle would change again. To learn that, `save` saves a
 * bundle of these alone; everything that it writes is undone.
 */
export async function findEdited(
  tx: Sql,
  siteId: string,
  bundle: SparedBundle,
  save: (changed: SparedBundle) => Promise<unknown>,
): Promise<ChangedItem[]> {
  const bundleKeys = new Set(itemsOf(bundle).map(keyOf));
  const changed = (await readChangedItems(tx, siteId)).filter((item) => bundleKeys.has(keyOf(item)));
  if (changed.length === 0) return [];
  const keys = new Set(changed.map(keyOf));
  await tx`savepoint before_edited`;
  // Where they cannot be saved, the bundle does not have what is there.
  const isSaved = await save(keepItems(bundle, (item) => keys.has(keyOf(item))).bundle).then(
    () => true,
    (error: unknown) => {
      if (error instanceof BundleError) return false;
      throw error;
    },
  );
  const after = new Map((await readChangedItems(tx, siteId)).map((item) => [keyOf(item), item.state]));
  await tx`rollback to savepoint before_edited`;
  await tx`release savepoint before_edited`;
  return isSaved ? changed.filter((item) => after.get(keyOf(item)) !== item.state) : changed;
}

/** A bundle without some of its items, and the place in the whole one to which a place in it leads. */
export interface ReducedBundle<Whole> {
  bundle: Whole;
  pathOf(path: string): string;
}

/** The bundle without these items. */
export function withoutItems<Whole extends SparedBundle>(bundle: Whole, items: readonly NamedItem[]): ReducedBundle<Whole> {
  const keys = new Set(items.map(keyOf));
  return keys.size === 0 ? { bundle, pathOf: (path) => path } : keepItems(bundle, (item) => !keys.has(keyOf(item)));
}

function keepItems<Whole extends SparedBundle>(whole: Whole, isKept: (item: NamedItem) => boolean): ReducedBundle<Whole> {
  const indices = new Map<string, number[]>();
  const reduced: Whole = { ...whole };
  for (const section of Object.keys(nameIn) as ListSection[]) {
    const items: unknown[] | undefined = whole[section];
    if (!items) continue;
    const keptIndices = [...namesIn(whole, section).entries()].filter(([, name]) => isKept({ section, name })).map(([index]) => index);
    indices.set(section, keptIndices);
    Object.assign(reduced, { [section]: keptIndices.map((index) => items[index]) });
  }
  if (whole.plugins) {
    const plugins = Object.entries(whole.plugins).filter(([name]) => isKept({ section: "plugins", name }));
    Object.assign(reduced, { plugins: Object.fromEntries(plugins) });
  }
  return {
    bundle: reduced,
    pathOf: (path) => {
      const [section = "", place, ...rest] = parseJsonPointer(path) ?? [];
      const index = indices.get(section)?.[Number(place)];
      return index === undefined ? path : [section, String(index), ...rest].map(pointerStep).join("");
    },
  };
}

/** Names who changed the items that an import leaves alone. */
export async function editedWarnings(
  tx: Sql,
  siteId: string,
  bundle: SparedBundle,
  edited: readonly ChangedItem[],
): Promise<ValidationError[]> {
  const places = new Map<string, number>();
  const counts = new Map<string, number>();
  for (const item of itemsOf(bundle)) {
    const count = counts.get(item.section) ?? 0;
    places.set(keyOf(item), count);
    counts.set(item.section, count + 1);
  }
  const warnings: ValidationError[] = [];
  for (const item of edited) {
    const { section, name, target } = item;
    const path = `/${section}${pointerStep(section === "site" || section === "plugins" ? name : String(places.get(keyOf(item)) ?? 0))}`;
    const member = section === "site" ? name : undefined;
    warnings.push(await editedWarning(tx, siteId, { path, target, ...(member && { member }), isNamed: warnings.length < 100 }));
  }
  return warnings;
}

/** Names who changed something that an import leaves alone. */
export async function editedWarning(
  tx: Sql,
  siteId: string,
  {
    path,
    target,
    member,
    isNamed,
    isTrashed = false,
  }: { path: string; target: AuditTarget; member?: string; isNamed: boolean; isTrashed?: boolean },
): Promise<ValidationError> {
  // Reports show a hundred at most.
  const name = (isNamed ? (await latestChange(tx, siteId, target, member)).changedBy?.name : undefined) ?? "somebody";
  const what = isTrashed
    ? `was put into the trash by ${name} since the last import, and stays there`
    : `was changed by ${name} since the last import, and stays as it is`;
  const message = `${what}: take it out of the bundle, or use --overwrite`;
  return { path, code: "changed_since", message };
}

function keyOf({ section, name }: NamedItem): string {
  return `${section} ${name}`;
}
