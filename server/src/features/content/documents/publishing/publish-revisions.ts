import type { WriteContext } from "../../../../lib/published/write-context.ts";
import type { Site } from "../../../../lib/site.ts";
import type { Sql } from "../../../../ports/database.ts";
import type { DocumentKind } from "../drafts/draft.ts";
import { demandRevision, lockDocuments, notFoundOf, translationIn, type LockedTranslation } from "../drafts/locked-document.ts";
import { changePublished, checkPublications, draftToPublish, refuseErrors, type Changing, type PublishDeps } from "./publish.ts";
import { takeBackSchedules } from "../drafts/schedules.ts";
import { lockSite } from "../../../../lib/published/lock-site.ts";

/** A translation at the revision that somebody has seen. */
export interface SeenTranslation {
  /** Undefined: a page or an entry. */
  kind: DocumentKind | undefined;
  document: string;
  locale: string;
  revision: number;
}

/**
 * Holds the site and then documents, in this order, as imports do, and finds the translations at the revisions that were seen. Throws if one is
 * gone, or has another revision.
 */
export async function lockSeen(tx: Sql, siteId: string, wanted: readonly SeenTranslation[]): Promise<LockedTranslation[]> {
  await lockSite(tx, siteId);
  const lockedDocuments = await lockDocuments(tx, siteId, [...new Set(wanted.map(({ document }) => document))]);
  const translations: LockedTranslation[] = [];
  for (const { kind, document: id, locale, revision } of wanted) {
    const document = lockedDocuments.get(id);
    if (!document || (kind !== undefined && document.kind !== kind)) throw notFoundOf(kind ?? "entry");
    const translation = translationIn(document, locale);
    await demandRevision(tx, translation, revision);
    if (!translations.includes(translation)) translations.push(translation);
  }
  return translations;
}

/** Publishes the drafts of translations at the revisions that were seen, all or none. Throws what stands in the way. */
export async function publishRevisions(
  tx: Sql,
  ctx: WriteContext,
  deps: PublishDeps,
  site: Site,
  wanted: readonly SeenTranslation[],
  { changing, pathOf }: { changing: Changing; pathOf?: (index: number) => string },
): Promise<void> {
  const lockedTranslations = await lockSeen(tx, site.id, wanted);
  const items = lockedTranslations.map(draftToPublish).filter((item) => item !== null);
  if (items.length === 0) return;
  const checks = await checkPublications(tx, deps, site, items);
  refuseErrors(items, checks, pathOf && ((index) => pathOf(lockedTranslations.indexOf(items[index]?.translation as LockedTranslation))));
  const publish = items.map((item, index) => ({ item, references: checks[index]?.references ?? [] }));
  await changePublished(tx, ctx, site, { publish, unpublish: [] }, changing);
  await takeBackSchedules(
    tx,
    site.id,
    items.map(({ translation: { id } }) => id),
    "publishAt",
  );
}
