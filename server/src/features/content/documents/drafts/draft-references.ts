import type { ValidationError } from "../../../../lib/http/problem.ts";
import type { Schema } from "../../../../lib/json-schema/json-schema-kinds.ts";
import { referencesIn, type FoundReference } from "../../../../lib/json-schema/json-schema-references.ts";
import { isUuid, noUuid } from "../../../../lib/text/uuid.ts";
import type { Sql } from "../../../../ports/database.ts";
import { findCatalogItemIds } from "../../../shop/catalog/index.ts";
import { kindOfFile, readAssetTypes } from "../../media/index.ts";
import {
  type ContentReference,
  forEachBlock,
  type FoundLink,
  linksInContent,
  maxReferences,
  pageContentType,
} from "../../rendering/index.ts";
import { findTargets, targetsOf } from "../find-targets.ts";
import { findIdsBySlug } from "../find-ids.ts";
import type { Schemas } from "./type-schemas.ts";

/** Of a JSON Pointer: an index of the database holds it. */
export const longestPath = 1_000;

interface Block {
  type: string;
  props?: Record<string, unknown>;
  children?: Record<string, Block[]>;
}

/** A reference, or a link in a Markdown text. */
export type AnyReference = FoundReference & Partial<Pick<FoundLink, "link">>;

/** The references of content, where the schemas of its types declare them, and then the links in its Markdown texts. */
export function referencesOf(types: Schemas, { contentType, content }: { contentType: string; content: string }): AnyReference[] {
  const schemaOf = {
    block: (name: string) => types.blockTypes.get(name)?.schema,
    entry: (name: string) => types.contentTypes.get(name)?.schema,
  };
  const uiOf = {
    block: (name: string) => types.blockTypes.get(name)?.markdownUi,
    entry: (name: string) => types.contentTypes.get(name)?.markdownUi,
  };
  const value = JSON.parse(content) as object;
  return [...referencesInContent(schemaOf, contentType, value), ...linksInContent(uiOf, contentType, value)];
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
  const blockReferences: FoundReference[] = [];
  forEachBlock(
    (value as { composition: Block[] }).composition,
    ({ type, props = {} }, path) => {
      const schema = schemaOf.block(type);
      if (!schema) return;
      blockReferences.push(...referencesIn(schema, props).map((reference) => ({ ...reference, path: `${path}/props${reference.path}` })));
    },
    "/composition",
  );
  return blockReferences;
}

/** References as they are stored, without looking whether their targets exist: only the names in links are looked up. */
export async function storedReferences(sql: Sql, siteId: string, references: readonly AnyReference[]): Promise<ContentReference[]> {
  const [resolvedReferences = []] = await withIds(sql, siteId, [references.slice(0, maxReferences)]);
  return eachPathOnce(
    resolvedReferences.flatMap(({ path, kind, target, link }) => {
      const targetId = isId(target) ? target : link && noUuid;
      return targetId !== undefined && path.length <= longestPath ? [{ path, kind, targetId }] : [];
    }),
  );
}

/** A text may have the same link several times. */
export function eachPathOnce(references: readonly ContentReference[]): ContentReference[] {
  return [...new Map(references.map((reference) => [reference.path, reference])).values()];
}

/** References with the ids of what links name otherwise; a page or an entry by its name in bundles, or else by the slug that any locale has. */
async function withIds(sql: Sql, siteId: string, references: readonly (readonly AnyReference[])[]): Promise<(readonly AnyReference[])[]> {
  const named = references.flat().filter(({ link, target }) => link && !isId(target));
  if (named.length === 0) return [...references];
  const idOf = await findTargets(sql, siteId, named.flatMap(targetsOf));
  const unknown = named.flatMap(targetsOf).filter((target) => idOf(target) === undefined && ["page", "entry"].includes(target.kind));
  const bySlug = new Map<string, string>();
  if (unknown.length > 0) {
    for (const { place, id } of await findIdsBySlug(sql, siteId, unknown)) {
      const { contentType = "", name = "" } = unknown[place] ?? {};
      bySlug.set(`${contentType} ${name}`, id);
    }
  }
  return references.map((ofContent) =>
    ofContent.map((reference) => {
      if (!reference.link || isId(reference.target)) return reference;
      const [target] = targetsOf(reference);
      const id = target && (idOf(target) ?? bySlug.get(`${target.contentType} ${target.name}`));
      return id === undefined ? reference : { ...reference, target: id };
    }),
  );
}

/** The references of one content as they are stored, and the errors that a publication must not have. */
export interface CheckedReferences {
  contentReferences: ContentReference[];
  errors: ValidationError[];
}

/** Looks up the targets of the references of several contents, in one statement per source. */
export async function checkReferences(
  sql: Sql,
  siteId: string,
  references: readonly (readonly AnyReference[])[],
): Promise<CheckedReferences[]> {
  const resolvedReferences = await withIds(sql, siteId, references);
  const ids = [
    ...new Set(resolvedReferences.flat().flatMap(({ target }) => (typeof target === "string" && isUuid(target) ? [target] : []))),
  ];
  const documents = new Map<string, string>();
  const catalogItems = new Set<string>();
  let assets: ReadonlyMap<string, string> = new Map();
  if (ids.length > 0) {
    const rows = await sql<{ id: string; contentType: string }>`
      select id, content_type as "contentType" from documents
      where site_id = ${siteId} and id = any (${ids}::uuid[]) and trashed_at is null`;
    for (const { id, contentType } of rows) documents.set(id, contentType);
    const ofAssets = resolvedReferences.flat().flatMap(({ kind, target }) => (kind === "asset" && isId(target) ? [target] : []));
    if (ofAssets.length > 0) assets = await readAssetTypes(sql, siteId, ofAssets);
    const wanted = resolvedReferences
      .flat()
      .flatMap(({ kind, target }) => ((kind === "product" || kind === "category") && isId(target) ? [{ kind, name: target }] : []));
    if (wanted.length > 0) {
      for (const { place } of await findCatalogItemIds(sql, siteId, wanted))
        catalogItems.add(`${wanted[place]?.kind} ${wanted[place]?.name}`);
    }
  }
  const exists = ({ kind, target, contentTypes, accept }: FoundReference): boolean => {
    if (kind === "asset") {
      const contentType = assets.get(target as string);
      return contentType !== undefined && (accept?.has(kindOfFile(contentType)) ?? true);
    }
    if (kind === "product" || kind === "category") return catalogItems.has(`${kind} ${target as string}`);
    const contentType = documents.get(target as string);
    if (kind === "page") return contentType === pageContentType;
    return contentType !== undefined && contentType !== pageContentType && (contentTypes?.has(contentType) ?? true);
  };
  return resolvedReferences.map((ofContent) => {
    const checked: CheckedReferences = { contentReferences: [], errors: [] };
    ofContent.forEach((reference, index) => {
      const { path: storedPath, kind, target, contentTypes, accept, link } = reference;
      const path = link?.textPath ?? storedPath;
      if (index >= maxReferences || storedPath.length > longestPath) {
        const message = tooManyReferences(link !== undefined);
        if (index === maxReferences) checked.errors.push({ path, code: "too_many_references", message });
        return;
      }
      if (link && !(isId(target) && exists(reference))) {
        checked.errors.push({ path, code: "link", message: deadLink(kind, link.address) });
        return;
      }
      if (!isId(target)) {
        checked.errors.push({ path, code: "reference", message: `must be { "${kind}": … } with the id of ${withArticle(kind)}` });
        return;
      }
      checked.contentReferences.push({ path: storedPath, kind, targetId: target });
      if (exists(reference)) return;
      const ofTypes = kind === "entry" && contentTypes ? ` of ${[...contentTypes].join(" or ")}` : "";
      const ofKinds = accept ? ` of the kind ${[...accept].join(" or ")}` : "";
      const message = `refers to ${withArticle(kind)}${ofTypes}${ofKinds} that does not exist`;
      checked.errors.push({ path, code: "reference", message });
    });
    return { ...checked, contentReferences: eachPathOnce(checked.contentReferences) };
  });
}

/** The fault of the first reference or link beyond the limit of a document. */
export function tooManyReferences(isLink: boolean): string {
  return `${isLink ? "has one link too many" : "is one reference too many"}: a document may have ${maxReferences} references and links`;
}

/** The fault of a link that leads nowhere. */
export function deadLink(kind: string, address: string): string {
  const isForm = kind !== "entry" || /^entry:[^/]+\/./.test(address) || isUuid(address.slice("entry:".length));
  if (!isForm) return `has a link to ${address}: write entry:, the content type, a slash, and the slug`;
  return `links to ${withArticle(kind)} that does not exist: ${address}`;
}

function withArticle(kind: string): string {
  return `${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind}`;
}

function isId(target: unknown): target is string {
  return typeof target === "string" && isUuid(target);
}
