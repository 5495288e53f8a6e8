import { Type } from "typebox";
import { NullablePerson } from "../../../../lib/admin/person.ts";
import { Instant, Nullable, Uuid } from "../../../../lib/http/envelope.ts";
import { problem, ProblemError } from "../../../../lib/http/problem.ts";
import { offsetOf, type Paging } from "../../../../lib/http/paging.ts";
import type { Sql } from "../../../../ports/database.ts";
import type { StoredDraft } from "./draft.ts";

export const versionNotFound = problem("version_not_found", 404, "Version not found");

export const versionKinds = ["publication", "snapshot"] as const;
export type VersionKind = (typeof versionKinds)[number];

export const VersionInfo = {
  number: Type.Integer({ minimum: 1 }),
  kind: Type.Enum([...versionKinds], {
    description: "`publication`: what was published. `snapshot`: a draft that was overwritten, or planned.",
  }),
  by: NullablePerson,
  at: Instant,
  release: Nullable(Type.Unsafe<string>({ ...Uuid, description: "The release that it was published with." })),
};

interface Row {
  number: number;
  kind: string;
  by: { id: string; name: string } | null;
  at: Date;
  release: string | null;
  total: number;
}

/** The versions of a translation, the latest first. */
export async function listVersionsOf(sql: Sql, siteId: string, translationId: string, kind: VersionKind | undefined, paging: Paging) {
  const storedKind = kind?.toUpperCase() ?? null;
  const rows = await sql<Row>`
    select
      versions.number,
      lower(versions.kind) as kind,
      (select json_build_object('id', admins.id, 'name', admins.name) from admins where admins.id = versions.created_by) as by,
      versions.created_at as at,
      versions.release_id as release,
      count(*) over ()::int as total
    from versions
    where versions.site_id = ${siteId}
      and versions.translation_id = ${translationId}
      and (${storedKind}::text is null or versions.kind = ${storedKind}::text)
    order by versions.number desc
    limit ${paging.pageSize} offset ${offsetOf(paging)}`;
  const versions = rows.map(({ total: _, kind: versionKind, at, ...row }) => ({
    ...row,
    kind: versionKind as VersionKind,
    at: at.toISOString(),
  }));
  return { versions, total: rows[0]?.total ?? 0 };
}

/** One version with its content. Throws `version_not_found`. */
export async function readVersion(sql: Sql, siteId: string, translationId: string, numberText: string) {
  const number = /^[1-9]\d{0,8}$/.test(numberText) ? Number(numberText) : 0;
  const [row] = await sql<Row & Omit<StoredDraft, "hasBindings" | "slug"> & { slug: string | null }>`
    select
      versions.number,
      lower(versions.kind) as kind,
      (select json_build_object('id', admins.id, 'name', admins.name) from admins where admins.id = versions.created_by) as by,
      versions.created_at as at,
      versions.release_id as release,
      versions.slug,
      versions.title,
      versions.content::text as content,
      1 as total
    from versions
    where versions.site_id = ${siteId} and versions.translation_id = ${translationId} and versions.number = ${number}`;
  if (!row) throw new ProblemError(versionNotFound);
  const { slug, title, content, kind, at, by, release } = row;
  return {
    info: { number: row.number, kind: kind as VersionKind, by, at: at.toISOString(), release },
    draft: { slug: slug ?? "", title, content },
  };
}

/** The id of the translation in a locale of a document that is not in the trash. */
export async function findTranslation(
  sql: Sql,
  siteId: string,
  { id, locale }: { id: string; locale: string },
): Promise<{ id: string; contentType: string } | undefined> {
  const [translation] = await sql<{ id: string; contentType: string }>`
    select id, content_type as "contentType" from translations
    where site_id = ${siteId} and document_id = ${id} and locale = ${locale} and not is_trashed`;
  return translation;
}
