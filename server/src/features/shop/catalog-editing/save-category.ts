import type { Actor } from "../../../lib/admin/identity.ts";
import { applyMergePatch } from "../../../lib/http/merge-patch.ts";
import { invalidMember, invalidMembers, ProblemError } from "../../../lib/http/problem.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import { isUuid, noUuid } from "../../../lib/text/uuid.ts";
import type { Sql } from "../../../ports/database.ts";
import { conflictAbout } from "../../people/audit/index.ts";
import { idOfItem, readCatalogItems, saveCatalogItems } from "../../content/bundle/index.ts";
import type { AdminSite } from "../../server/sites/index.ts";
import {
  categoryNotFound,
  countCategories,
  countSiblings,
  findCatalogItemIds,
  lockCategory,
  mostOrderedSiblings,
  orderSiblings,
  readEditedCategory,
  renameCategory,
  type EditedCategory,
  type LockedCategory,
} from "../catalog/index.ts";
import { mostCategories, type CategoryBody } from "./category-body.ts";

interface Recording {
  actor: Actor;
  action: string;
}

/** A place in the tree: the last one among its siblings where there is no position. */
interface Place {
  parentId: string | null;
  position?: number | undefined;
}

type Members = Readonly<Record<string, unknown>>;

/** The category at the revision that somebody has seen. Throws otherwise. */
export async function lockSeenCategory(tx: Sql, siteId: string, id: string, seen: number): Promise<LockedCategory> {
  const category = isUuid(id) ? await lockCategory(tx, siteId, id) : undefined;
  if (!category) throw new ProblemError(categoryNotFound);
  if (category.revision !== seen) {
    throw await conflictAbout(tx, siteId, { type: "category", id: category.id }, category.revision);
  }
  return category;
}

export async function readCategory(sql: Sql, siteId: string, id: string): Promise<EditedCategory> {
  const category = isUuid(id) ? await readEditedCategory(sql, siteId, id) : undefined;
  if (!category) throw new ProblemError(categoryNotFound);
  return category;
}

/** Creates a category of a locked site by the rules of an import. Throws `validation_failed`. */
export async function addCategory(
  tx: Sql,
  ctx: WriteContext,
  site: AdminSite,
  { parentId = null, position: wanted, ...members }: CategoryBody,
  recording: Recording,
): Promise<EditedCategory> {
  await refuseTaken(tx, site.id, members.slug, null);
  if ((await countCategories(tx, site.id)) >= mostCategories) {
    throw invalidMember("/slug", "too_many", `is one too many: a site may have ${mostCategories} categories`);
  }
  const touched = new Set<string>();
  const { parent, position } = await openPlace(tx, { ...ctx, touched }, site.id, { parentId, position: wanted }, noUuid);
  const after = { ...defaults, ...members, parent, position };
  await save(tx, ctx, site, { id: null, before: null, after, touched, isTouched: false }, recording);
  return readCategory(tx, site.id, await idOfItem(tx, site.id, "category", members.slug));
}

/** Changes the words, the status or the slug of a locked category by a JSON Merge Patch. Throws `validation_failed`. */
export async function patchCategory(
  tx: Sql,
  ctx: WriteContext,
  site: AdminSite,
  { category, patch }: { category: LockedCategory; patch: { slug?: string } },
  recording: Recording,
): Promise<EditedCategory> {
  const before = await readMembers(tx, site.id, category.id);
  const after = { ...defaults, ...(applyMergePatch(before, patch) as Members) };
  const touched = new Set<string>();
  const isRenamed = patch.slug !== undefined && patch.slug !== category.slug;
  if (patch.slug !== undefined && isRenamed) {
    await refuseTaken(tx, site.id, patch.slug, category);
    await renameCategory(tx, { ...ctx, touched }, site.id, category, patch.slug);
  }
  await save(tx, ctx, site, { id: category.id, before, after, touched, isTouched: isRenamed }, recording);
  return readCategory(tx, site.id, category.id);
}

/** Puts a locked category to another place in the tree. Throws `validation_failed`, also for a place below itself. */
export async function placeCategory(
  tx: Sql,
  ctx: WriteContext,
  site: AdminSite,
  { category, place }: { category: LockedCategory; place: Place },
  recording: Recording,
): Promise<EditedCategory> {
  const before = await readMembers(tx, site.id, category.id);
  const touched = new Set<string>();
  const { parent, position } = await openPlace(tx, { ...ctx, touched }, site.id, place, category.id);
  if (place.parentId !== category.parentId) {
    await orderSiblings(tx, { touched }, site.id, { parentId: category.parentId, without: category.id });
  }
  const after = { ...before, parent, position };
  // Siblings that got other positions are a change, also where the category keeps its own.
  await save(tx, ctx, site, { id: category.id, before, after, touched, isTouched: touched.size > 0 }, recording);
  return readCategory(tx, site.id, category.id);
}

const defaults = { description: null, image: null, status: "ACTIVE" };

async function readMembers(tx: Sql, siteId: string, id: string): Promise<Members> {
  const members = (await readCatalogItems(tx, siteId, [id])).categories[0]?.members;
  if (!members) throw new Error("A locked category vanished.");
  return members;
}

/** Makes room for a category among its siblings. Resolves with its parent's slug and its position. */
async function openPlace(
  tx: Sql,
  ctx: WriteContext & { touched: Set<string> },
  siteId: string,
  { parentId, position: wanted }: Place,
  id: string,
): Promise<{ parent: string | null; position: number }> {
  const parent = parentId === null ? null : await slugOfParent(tx, siteId, parentId);
  const siblings = await countSiblings(tx, siteId, parentId, id);
  if (siblings >= mostOrderedSiblings) {
    throw invalidMember("/parentId", "too_many", `has too many categories directly below it: ${mostOrderedSiblings} can be ordered`);
  }
  const position = Math.min(wanted ?? siblings, siblings);
  await orderSiblings(tx, ctx, siteId, { parentId, without: id, gap: position });
  return { parent, position };
}

async function slugOfParent(tx: Sql, siteId: string, parentId: string): Promise<string> {
  const parent = await lockCategory(tx, siteId, parentId);
  if (!parent) throw invalidMember("/parentId", "unknown", "is not one of the site's categories");
  return parent.slug;
}

/** Refuses the slug of another category. */
async function refuseTaken(tx: Sql, siteId: string, slug: string, category: LockedCategory | null): Promise<void> {
  const [other] = await findCatalogItemIds(tx, siteId, [{ kind: "category", name: slug }]);
  if (!other || other.id === category?.id) return;
  throw invalidMember("/slug", "duplicate", "is the slug of another category: choose another one");
}

async function save(
  tx: Sql,
  ctx: WriteContext,
  site: AdminSite,
  {
    touched,
    isTouched,
    ...change
  }: { id: string | null; before: Members | null; after: Members; touched: Set<string>; isTouched: boolean },
  recording: Recording,
): Promise<void> {
  const item = { kind: "category" as const, ...change, place: 0, isRenamed: isTouched };
  const errors = await saveCatalogItems(tx, ctx, site, [item], { ...recording, touched });
  if (errors.length > 0)
    throw invalidMembers(errors.map(({ fault }) => ({ ...fault, path: fault.path.replace(/^\/parent$/, "/parentId") })));
}
