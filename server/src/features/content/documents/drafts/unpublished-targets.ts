import type { Site } from "../../../../lib/site.ts";
import type { Sql } from "../../../../ports/database.ts";
import type { ContentReference } from "../../rendering/index.ts";

/** A translation that a publication refers to, and of which nothing is public. */
export interface UnpublishedTarget {
  document: string;
  contentType: string;
  locale: string;
  revision: number;
  title: string;
}

/**
 * The documents that contents refer to, by the contents' places, and that readers would not see: those that are published neither in the
 * content's locale nor in the default one. Each by the translation that would be shown. Documents that are published together with them are left out.
 * `hidden`: what is taken from the public in the same moment.
 */
export async function findUnpublishedTargets(
  sql: Sql,
  site: Pick<Site, "id" | "defaultLocale">,
  wanted: readonly { locale: string; references: readonly ContentReference[] }[],
  together: readonly { documentId: string; locale: string }[],
  hidden: readonly { documentId: string; locale: string }[] = [],
): Promise<UnpublishedTarget[][]> {
  const pairs = wanted.flatMap(({ locale, references }, place) =>
    references.filter(({ kind }) => kind === "entry" || kind === "page").map(({ targetId }) => ({ place, locale, targetId })),
  );
  if (pairs.length === 0) return wanted.map(() => []);
  const rows = await sql<UnpublishedTarget & { place: number }>`
    select distinct on (wanted.place, documents.id)
      wanted.place::int as place,
      documents.id as document,
      documents.content_type as "contentType",
      translations.locale,
      translations.revision,
      case when translations.draft is null then translations.title else translations.draft_title end as title
    from unnest(
      ${pairs.map(({ place }) => place)}::int[],
      ${pairs.map(({ locale }) => locale)}::text[],
      ${pairs.map(({ targetId }) => targetId)}::uuid[]
    ) as wanted (place, locale, target_id)
    join documents on documents.site_id = ${site.id} and documents.id = wanted.target_id and documents.trashed_at is null
    join translations on translations.site_id = ${site.id} and translations.document_id = documents.id
    where not exists (
        select from published_places as shown
        where shown.site_id = ${site.id}
          and shown.document_id = wanted.target_id
          and shown.locale in (wanted.locale, ${site.defaultLocale})
          and not exists (
            select from unnest(
              ${hidden.map(({ documentId }) => documentId)}::uuid[],
              ${hidden.map(({ locale }) => locale)}::text[]
            ) as hidden (document_id, locale)
            where hidden.document_id = shown.document_id and hidden.locale = shown.locale
          )
      )
      and not exists (
        select from unnest(
          ${together.map(({ documentId }) => documentId)}::uuid[],
          ${together.map(({ locale }) => locale)}::text[]
        ) as beside (document_id, locale)
        where beside.document_id = wanted.target_id and beside.locale in (wanted.locale, ${site.defaultLocale})
      )
    order by wanted.place, documents.id, translations.locale = wanted.locale desc, translations.locale = ${site.defaultLocale} desc, translations.locale`;
  const unpublishedTargets: UnpublishedTarget[][] = wanted.map(() => []);
  for (const { place, ...target } of rows) unpublishedTargets[place]?.push(target);
  return unpublishedTargets;
}
