import type { Fault } from "../../../lib/http/problem.ts";
import type { Schema } from "../../../lib/json-schema/json-schema-kinds.ts";
import { referencesIn, type FoundReference } from "../../../lib/json-schema/json-schema-references.ts";
import { isUuid } from "../../../lib/text/uuid.ts";
import type { Sql } from "../../../ports/database.ts";
import { findGoodsIds } from "../../catalog/index.ts";
import { kindOfFile, readAssetTypes } from "../../media/index.ts";
import { forEachBlock } from "../binding.ts";
import { pageContentType } from "../document.ts";
import { maxReferences, type ContentReference } from "../references.ts";
import type { TypeSchemas } from "./type-schemas.ts";

/** Of a JSON Pointer: an index of the database holds it. */
export const longestPath = 1_000;

interface Block {
  type: string;
  props?: Record<string, unknown>;
  children?: Record<string, Block[]>;
}

/** The references of content, where the schemas of its types declare them. */
export function referencesOf(types: TypeSchemas, { contentType, content }: { contentType: string; content: string }): FoundReference[] {
  const schemaOf = {
    block: (name: string) => types.blockTypes.get(name)?.schema,
    entry: (name: string) => types.contentTypes.get(name)?.schema,
  };
  return referencesInContent(schemaOf, contentType, JSON.parse(content) as object);
}

/** The same of parsed content, with schemas by the names of block types and of content types; undefined: the type has none, or is unknown. */
export function referencesInContent(
  schemaOf: { block(name: string): Schema | undefined; entry(name: string): Schema | undefined },
  contentType: string,
  value: object,
): FoundReference[] {
  if (contentType !== pageContentType) {
    const schema = schemaOf.entry(contentType);
    return schema ? referencesIn(schema, value) : [];
  }
  const found: FoundReference[] = [];
  forEachBlock(
    (value as { composition: Block[] }).composition,
    ({ type, props = {} }, path) => {
      const schema = schemaOf.block(type);
      if (!schema) return;
      found.push(...referencesIn(schema, props).map((reference) => ({ ...reference, path: `${path}/props${reference.path}` })));
    },
    "/composition",
  );
  return found;
}

/** References as they are stored, without looking for their targets. */
export function storedReferences(found: readonly FoundReference[]): ContentReference[] {
  return found
    .slice(0, maxReferences)
    .flatMap(({ path, kind, target }) => (isId(target) && path.length <= longestPath ? [{ path, kind, targetId: target }] : []));
}

/** The references of one content as they are stored, and the faults that a publication must not have. */
export interface CheckedReferences {
  stored: ContentReference[];
  faults: Fault[];
}

/** Looks up the targets of the references of several contents, in one statement per source. */
export async function checkReferences(
  sql: Sql,
  siteId: string,
  found: readonly (readonly FoundReference[])[],
): Promise<CheckedReferences[]> {
  const ids = [...new Set(found.flat().flatMap(({ target }) => (typeof target === "string" && isUuid(target) ? [target] : [])))];
  const documents = new Map<string, string>();
  const goods = new Set<string>();
  let assets: ReadonlyMap<string, string> = new Map();
  if (ids.length > 0) {
    const rows = await sql<{ id: string; contentType: string }>`
      select id, content_type as "contentType" from documents
      where site_id = ${siteId} and id = any (${ids}::uuid[]) and trashed_at is null`;
    for (const { id, contentType } of rows) documents.set(id, contentType);
    const ofAssets = found.flat().flatMap(({ kind, target }) => (kind === "asset" && isId(target) ? [target] : []));
    if (ofAssets.length > 0) assets = await readAssetTypes(sql, siteId, ofAssets);
    const wanted = found
      .flat()
      .flatMap(({ kind, target }) => ((kind === "product" || kind === "category") && isId(target) ? [{ kind, name: target }] : []));
    if (wanted.length > 0) {
      for (const { place } of await findGoodsIds(sql, siteId, wanted)) goods.add(`${wanted[place]?.kind} ${wanted[place]?.name}`);
    }
  }
  const exists = ({ kind, target, contentTypes, accept }: FoundReference): boolean => {
    if (kind === "asset") {
      const contentType = assets.get(target as string);
      return contentType !== undefined && (accept?.has(kindOfFile(contentType)) ?? true);
    }
    if (kind === "product" || kind === "category") return goods.has(`${kind} ${target as string}`);
    const contentType = documents.get(target as string);
    if (kind === "page") return contentType === pageContentType;
    return contentType !== undefined && contentType !== pageContentType && (contentTypes?.has(contentType) ?? true);
  };
  return found.map((references) => {
    const checked: CheckedReferences = { stored: [], faults: [] };
    references.forEach((reference, index) => {
      const { path, kind, target, contentTypes, accept } = reference;
      if (index >= maxReferences || path.length > longestPath) {
        const message = `is one reference too many: a document may have ${maxReferences}`;
        if (index === maxReferences) checked.faults.push({ path, code: "too_many_references", message });
        return;
      }
      if (!isId(target)) {
        checked.faults.push({ path, code: "reference", message: `must be { "${kind}": … } with the id of ${withArticle(kind)}` });
        return;
      }
      checked.stored.push({ path, kind, targetId: target });
      if (exists(reference)) return;
      const ofTypes = kind === "entry" && contentTypes ? ` of ${[...contentTypes].join(" or ")}` : "";
      const ofKinds = accept ? ` of the kind ${[...accept].join(" or ")}` : "";
      const message = `refers to ${withArticle(kind)}${ofTypes}${ofKinds} that does not exist`;
      checked.faults.push({ path, code: "reference", message });
    });
    return checked;
  });
}

function withArticle(kind: string): string {
  return `${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind}`;
}

function isId(target: unknown): target is string {
  return typeof target === "string" && isUuid(target);
}
