import type { Actor } from "../../../lib/admin/identity.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Site } from "../../../lib/site.ts";
import type { Sql, Transaction } from "../../../ports/database.ts";
import { changeCatalog } from "../bundle/index.ts";
import {
  changePublished,
  checkPublications,
  type LockedDocument,
  type LockedTranslation,
  lockDocuments,
  type PublishDeps,
  takeBackSchedules,
  type ToPublish,
} from "../documents/index.ts";
import { findPublishedReferrers } from "../rendering/index.ts";
import { lockAndReadSite, type AdminSite } from "../../server/sites/index.ts";
import { readStagedChanges } from "./read-release.ts";
import { shownProblems, type ReleaseProblem } from "./release.ts";

/** The person who publishes, and the operation or job. */
export interface Publishing {
  actor: Actor;
  action: string;
}

/** A site in which something is published: of the request or the job, and as it is held. */
export interface PublishedSite {
  site: Site;
  adminSite: AdminSite;
}

/** Holds the site, after everything that others publish in it at the moment. The first statement of a transaction that publishes. */
export async function lockPublishedSite(tx: Transaction, site: Site): Promise<PublishedSite> {
  await tx`set local lock_timeout = '10s'`;
  const lockedSite = await lockAndReadSite(tx, site.id);
  if (!lockedSite) throw new Error("A site vanished while it was changed.");
  return { site, adminSite: lockedSite.site };
}

type PlainProblem = Omit<ReleaseProblem, "blockType">;

interface StoredItem {
  translationId: string;
  documentId: string;
  action: string;
  slug: string | null;
  title: string;
  content: string | null;
}

/** The items of a release by what becomes of them. */
interface SortedItems {
  publish: ToPublish[];
  unpublish: LockedTranslation[];
}

/**
 * Does everything that a release consists of: first the changes of the shop, then the publications and unpublications, which are checked as things are then.
 * Holds the documents until the transaction ends. Resolves with all that stands in the way: if there is anything, the transaction must be undone.
 */
export async function applyRelease(
  tx: Sql,
  ctx: WriteContext,
  deps: PublishDeps,
  { site, adminSite }: PublishedSite,
  releaseId: string,
  publishing: Publishing,
): Promise<ReleaseProblem[]> {
  const problems: PlainProblem[] = [];
  const changes = await readStagedChanges(tx, site.id, releaseId);
  for (const { place, fault: error } of await changeCatalog(tx, ctx, adminSite, changes, publishing)) {
    problems.push({ item: null, change: changes[place]?.id ?? null, title: null, ...error });
  }
  const items = await readItems(tx, site.id, releaseId);
  const documents = await lockDocuments(tx, site.id, [...new Set(items.map(({ documentId }) => documentId))]);
  const { publish, unpublish } = sortItems(items, documents, problems);
  const checks = await checkPublications(tx, deps, site, publish, unpublish);
  for (const [index, { errors, unpublished }] of checks.entries()) {
    const about = { item: publish[index]?.translation.id ?? null, change: null, title: publish[index]?.title ?? null };
    problems.push(...errors.map((error) => ({ ...about, ...error })));
    const targets = unpublished.map(
      (target) => `refers to “${target.title}” (${target.locale}), which is not published: add it to the release`,
    );
    problems.push(...targets.map((message) => ({ ...about, path: "", code: "references_unpublished", message })));
  }
  problems.push(...(await lostReferences(tx, site.id, { publish, unpublish }, documents)));
  if (items.length + changes.length === 0) {
    problems.push({
      item: null,
      change: null,
      title: null,
      path: "",
      code: "empty",
      message: "has nothing to publish: add an item or a change",
    });
  }
  if (problems.length > 0) return withBlockTypes(tx, site.id, releaseId, problems);
  const published = publish.map((item, index) => ({ item, references: checks[index]?.references ?? [] }));
  if (items.length > 0) {
    await changePublished(tx, ctx, site, { publish: published, unpublish }, { ...publishing, releaseId });
    const idsOf = (translations: readonly LockedTranslation[]) => translations.map(({ id }) => id);
    await takeBackSchedules(tx, site.id, idsOf(publish.map(({ translation }) => translation)), "publishAt");
    await takeBackSchedules(tx, site.id, idsOf(unpublish), "unpublishAt");
  }
  return [];
}

/** Names the types of the blocks that the problems lead into, for as many problems as are shown. */
async function withBlockTypes(tx: Sql, siteId: string, releaseId: string, problems: readonly PlainProblem[]): Promise<ReleaseProblem[]> {
  const places = problems.slice(0, shownProblems).map(({ item, path }) => ({ item, block: blockPath.exec(path)?.[0] ?? "" }));
  const inBlocks = places.filter(({ item, block }) => item !== null && block !== "");
  const rows = await tx<{ item: string | null; block: string | null; blockType: string | null }>`
    select distinct places.item, places.block, versions.content #>> (string_to_array(substr(places.block, 2), '/') || 'type'::text) as "blockType"
    from unnest(${inBlocks.map(({ item }) => item)}::uuid[], ${inBlocks.map(({ block }) => block)}::text[]) as places (item, block)
    join release_items as items on items.site_id = ${siteId} and items.release_id = ${releaseId} and items.translation_id = places.item
    join versions on versions.site_id = ${siteId} and versions.id = items.version_id`;
  const types = new Map(rows.map(({ item, block, blockType }) => [`${item} ${block}`, blockType]));
  return problems.map((problem, index) => {
    const { item, block } = places[index] ?? {};
    return { ...problem, blockType: types.get(`${item} ${block}`) ?? null };
  });
}

/** The way to the innermost block of a pointer such as `/composition/0/children/left/1/props/title`. */
const blockPath = /^\/composition\/\d+(?:\/children\/[^/]+\/\d+)*/;

function readItems(tx: Sql, siteId: string, releaseId: string): Promise<StoredItem[]> {
  return tx<StoredItem>`
    select
      items.translation_id as "translationId",
      translations.document_id as "documentId",
      items.action,
      versions.slug,
      case when versions.id is null then translations.title else versions.title end as title,
      versions.content::text as content
    from release_items as items
    join translations on translations.site_id = ${siteId} and translations.id = items.translation_id
    left join versions on versions.site_id = ${siteId} and versions.id = items.version_id
    where items.site_id = ${siteId} and items.release_id = ${releaseId}
    order by items.added_at, items.id`;
}

/** Reports items whose document is in the trash. A translation that is not public any more needs no unpublication. */
function sortItems(items: readonly StoredItem[], documents: ReadonlyMap<string, LockedDocument>, problems: PlainProblem[]): SortedItems {
  const sorted: SortedItems = { publish: [], unpublish: [] };
  for (const { translationId, documentId, action, slug, title, content } of items) {
    const translation = documents.get(documentId)?.translations.find(({ id }) => id === translationId);
    if (!translation) {
      const message = "is in the trash: restore it, or take it out of the release";
      problems.push({ item: translationId, change: null, title, path: "", code: "trashed", message });
    } else if (action === "PUBLISH") sorted.publish.push({ translation, slug: slug ?? translation.slug, title, content: content ?? "{}" });
    else if (translation.published !== null) sorted.unpublish.push(translation);
  }
  return sorted;
}

/** Published content outside of the release that would refer to documents of which nothing is public any more. */
async function lostReferences(
  tx: Sql,
  siteId: string,
  { publish, unpublish }: SortedItems,
  documents: ReadonlyMap<string, LockedDocument>,
): Promise<PlainProblem[]> {
  const hidden = new Set(unpublish.map(({ id }) => id));
  const publishedIds = new Set(publish.map(({ translation }) => translation.documentId));
  const gone = [...new Set(unpublish.map(({ documentId }) => documentId))].filter(
    (id) =>
      !publishedIds.has(id) && (documents.get(id)?.translations ?? []).every((each) => each.published === null || hidden.has(each.id)),
  );
  if (gone.length === 0) return [];
  const changed = [...hidden, ...publish.map(({ translation }) => translation.id)];
  const referrers = await findPublishedReferrers(tx, siteId, gone, changed);
  return referrers.map(({ targetId, count, title }) => {
    const item = unpublish.find(({ documentId }) => documentId === targetId);
    const others = count === 1 ? "" : ` and ${count - 1} more`;
    const message = `is referred to by “${title}”${others}: change those in the release, too`;
    return { item: item?.id ?? null, change: null, title: item?.title ?? null, path: "", code: "in_use", message };
  });
}
