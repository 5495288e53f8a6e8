import type { ReferenceKind } from "../../../lib/json-schema/json-schema-kinds.ts";
import type { FoundReference } from "../../../lib/json-schema/json-schema-references.ts";
import { isUuid } from "../../../lib/text/uuid.ts";
import type { Sql } from "../../../ports/database.ts";
import { findCatalogItemIds } from "../../shop/catalog/index.ts";
import { findAssetIds } from "../media/index.ts";
import { pageContentType } from "../rendering/index.ts";
import { findDocumentIds } from "./find-ids.ts";

/** An object that a reference names: by content type and name, by slug, or by id. */
export interface NamedTarget {
  kind: ReferenceKind;
  contentType: string;
  name: string;
}

export type IdOf = (target: NamedTarget) => string | undefined;

/** The objects that an author may mean, the likelier first. */
export function targetsOf({ kind, target, contentTypes }: FoundReference): NamedTarget[] {
  if (typeof target === "string" && kind === "entry") {
    return isUuid(target) ? [...(contentTypes ?? [""])].map((contentType) => ({ kind, contentType, name: target })) : [];
  }
  if (typeof target === "string" && target !== "") return [{ kind, contentType: kind, name: target }];
  const { contentType, slug, ...others } = (target ?? {}) as Record<string, unknown>;
  const isName = kind === "entry" && typeof contentType === "string" && typeof slug === "string" && Object.keys(others).length === 0;
  return isName && contentType !== pageContentType ? [{ kind, contentType, name: slug }] : [];
}

/** Finds the ids of all targets, in one statement per source. */
export async function findTargets(sql: Sql, siteId: string, targets: readonly NamedTarget[]): Promise<IdOf> {
  const key = ({ kind, contentType, name }: NamedTarget) => `${kind} ${contentType} ${name}`;
  const distinct = [...new Map(targets.map((target) => [key(target), target])).values()];
  const documents = distinct.filter(({ kind }) => kind === "entry" || kind === "page");
  const catalogItems = distinct.flatMap(({ kind, ...named }) => (kind === "product" || kind === "category" ? [{ kind, ...named }] : []));
  const assets = distinct.filter(({ kind }) => kind === "asset");
  const ids = new Map<string, string>();
  const keep = (wanted: readonly NamedTarget[], foundTargets: readonly { place: number; id: string }[]) => {
    for (const { place, id } of foundTargets) ids.set(key(wanted[place] as NamedTarget), id);
  };
  if (documents.length > 0) keep(documents, await findDocumentIds(sql, siteId, documents));
  if (assets.length > 0) {
    const names = assets.map(({ name }) => name);
    keep(assets, await findAssetIds(sql, siteId, names));
  }
  if (catalogItems.length > 0) keep(catalogItems, await findCatalogItemIds(sql, siteId, catalogItems));
  return (target) => ids.get(key(target));
}
