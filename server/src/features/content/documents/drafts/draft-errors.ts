import type { ValidationError } from "../../../../lib/http/problem.ts";
import type { SchemaCache } from "../../../../lib/json-schema/json-schema.ts";
import type { Sql } from "../../../../ports/database.ts";
import {
  type AuthoredPage,
  contentErrors,
  type ContentReference,
  pageContentType,
  pageErrors,
  slugErrors,
  titleErrors,
} from "../../rendering/index.ts";
import { checkReferences, referencesOf } from "./draft-references.ts";
import { readTypeSchemas, type TypeSchemas } from "./type-schemas.ts";

/** A content to check, of a translation. */
export interface CheckedContent {
  translationId: string;
  contentType: string;
  locale: string;
  slug: string;
  /** JSON text. */
  content: string;
}

/** Why a content cannot be published, by JSON Pointers into its draft, and its references as they are stored. */
export interface ContentCheck {
  errors: ValidationError[];
  references: ContentReference[];
  /** The other document that has the slug. */
  slugTakenBy: string | undefined;
}

/**
 * Checks contents by what the types of the site demand now; all of them together in a few statements. `leaving`: the published translations that leave
 * their slug in the same moment.
 */
export async function checkContents(
  sql: Sql,
  checks: SchemaCache,
  siteId: string,
  contents: readonly CheckedContent[],
  leaving: readonly string[] = [],
): Promise<ContentCheck[]> {
  const types = await readTypeSchemas(sql, checks, siteId, contents);
  const references = await checkReferences(
    sql,
    siteId,
    contents.map((content) => referencesOf(types, content)),
  );
  const taken = await findTakenSlugs(sql, siteId, contents, leaving);
  return contents.map((content, index) => {
    const { contentReferences = [], errors = [] } = references[index] ?? {};
    const slugTakenBy = taken.get(index);
    const root = content.contentType === pageContentType ? "" : "/data";
    const all = [
      ...slugErrors(content.contentType, content.slug),
      ...(slugTakenBy ? [{ path: "/slug", code: "slug_taken", message: `is the slug of another document in ${content.locale}` }] : []),
      ...ownErrors(content, types),
      ...errors.map((error) => ({ ...error, path: root + error.path })),
    ];
    return { errors: all, references: contentReferences, slugTakenBy };
  });
}

function ownErrors({ contentType, content }: CheckedContent, types: TypeSchemas): ValidationError[] {
  const value: unknown = JSON.parse(content);
  if (contentType === pageContentType) {
    const page = value as AuthoredPage;
    return [...titleErrors(page), ...pageErrors(page, (type) => types.blockTypes.get(type))];
  }
  const check = types.contentTypes.get(contentType)?.check;
  const errors = check?.(value) ?? [{ path: "", code: "unknown_type", message: `is of no content type of the site: ${contentType}` }];
  return [...contentErrors(content, "/data"), ...errors.map((error) => ({ ...error, path: `/data${error.path}` }))];
}

/** The documents that are published under the slugs of contents, by the contents' places. */
async function findTakenSlugs(
  sql: Sql,
  siteId: string,
  contents: readonly CheckedContent[],
  leaving: readonly string[],
): Promise<Map<number, string>> {
  if (contents.length === 0) return new Map();
  const rows = await sql<{ place: number; documentId: string }>`
    select distinct on (wanted.place) wanted.place::int as place, translations.document_id as "documentId"
    from unnest(
      ${contents.map(({ contentType }) => contentType)}::text[],
      ${contents.map(({ locale }) => locale)}::text[],
      ${contents.map(({ slug }) => slug)}::text[],
      ${contents.map(({ translationId }) => translationId)}::uuid[]
    ) with ordinality as wanted (content_type, locale, slug, translation_id, place)
    join translations on translations.site_id = ${siteId}
      and translations.content_type = wanted.content_type
      and translations.locale = wanted.locale
      and translations.slug = wanted.slug
      and translations.id <> wanted.translation_id
      and translations.id <> all (${leaving}::uuid[])
      and translations.published_version_id is not null
    order by wanted.place, translations.document_id`;
  return new Map(rows.map(({ place, documentId }) => [place - 1, documentId]));
}
