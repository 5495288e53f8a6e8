import type { Sql } from "../../../ports/database.ts";
import type { ObjectStore } from "../../../ports/object-store.ts";
import { objectKey, objectPrefix, partKey } from "./object-key.ts";

/** An object that a row of a site says is in the store. */
export interface NamedObject {
  /** The loss of a variant is none: it is made anew. */
  kind: "file" | "variant" | "part";
  key: string;
  bytes: number;
  /** Of a part, nothing knows it. */
  sha256: string | undefined;
  contentType: string;
}

/** Rows that one statement reads. */
const readAtOnce = 1_000;
const beforeAll = "00000000-0000-0000-0000-000000000000";

/** All objects that the rows of a site name, without those that are being stored or removed. */
export async function* namedObjects(sql: Sql, siteId: string): AsyncIterable<NamedObject> {
  yield* inPages((after) => readFiles(sql, siteId, after));
  yield* inPages((after) => readVariants(sql, siteId, after));
  yield* inPages((after) => readParts(sql, siteId, after));
}

async function* inPages(read: (after: string) => Promise<(NamedObject & { id: string })[]>): AsyncIterable<NamedObject> {
  for (let after = beforeAll; ;) {
    const page = await read(after);
    for (const { id: _, ...object } of page) yield object;
    const last = page.at(-1);
    if (!last || page.length < readAtOnce) return;
    after = last.id;
  }
}

async function readFiles(sql: Sql, siteId: string, after: string): Promise<(NamedObject & { id: string })[]> {
  const rows = await sql<{ id: string; sha256: string; bytes: number; contentType: string }>`
    select id, sha256, bytes::float8 as bytes, content_type as "contentType"
    from asset_files
    where site_id = ${siteId} and id > ${after}::uuid and stored_at is not null and removed_at is null
    order by id
    limit ${readAtOnce}`;
  return rows.map((row) => ({ kind: "file", key: objectKey(siteId, row.sha256), ...row }));
}

async function readVariants(sql: Sql, siteId: string, after: string): Promise<(NamedObject & { id: string })[]> {
  const rows = await sql<{ id: string; key: string; bytes: number; sha256: string | null }>`
    select variants.id, variants.object_key as key, variants.bytes::float8 as bytes, variants.sha256
    from asset_variants as variants
    join asset_files as files on files.site_id = ${siteId} and files.id = variants.file_id
    where variants.site_id = ${siteId} and variants.id > ${after}::uuid and variants.bytes is not null and files.removed_at is null
    order by variants.id
    limit ${readAtOnce}`;
  return rows.map(({ sha256, ...row }) => ({
    kind: "variant",
    ...row,
    sha256: sha256 ?? undefined,
    contentType: `image/${row.key.slice(row.key.lastIndexOf(".") + 1)}`,
  }));
}

async function readParts(sql: Sql, siteId: string, after: string): Promise<(NamedObject & { id: string })[]> {
  const rows = await sql<{ id: string; uploadId: string; bytes: number }>`
    select id, upload_id as "uploadId", bytes
    from asset_upload_parts
    where site_id = ${siteId} and id > ${after}::uuid
    order by id
    limit ${readAtOnce}`;
  const part = { kind: "part", sha256: undefined, contentType: "application/octet-stream" } as const;
  return rows.map(({ id, uploadId, bytes }) => ({ ...part, id, key: partKey(siteId, uploadId, id), bytes }));
}

/** The lengths of a site's objects in a store, by key. */
export async function storedLengths(store: ObjectStore, siteId: string): Promise<Map<string, number>> {
  const lengths = new Map<string, number>();
  for await (const { key, bytes } of store.list(objectPrefix(siteId))) lengths.set(key, bytes);
  return lengths;
}

/** A site whose files a command is about. */
export interface SiteOfFiles {
  id: string;
  slug: string;
}

/** All sites of this server: those that were deleted can be restored, and need their files. */
export async function sitesOfFiles(sql: Sql): Promise<SiteOfFiles[]> {
  return sql<SiteOfFiles>`select id, slug from sites order by slug`;
}
