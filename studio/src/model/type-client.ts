import type { TypeCheck } from "@vitrine/client/admin";
import type { OpenSite } from "../app/site.tsx";
import { blockTypesQuery, contentTypesQuery } from "../content/types.ts";
import type { Definition, Family, StoredType } from "./definition.ts";

/** A type by its name. */
export interface TypeName {
  family: Family;
  type: string;
}

interface Change extends TypeName {
  definition: Definition;
  /** The one that was seen; `new` creates. */
  revision: number | "new";
  /** Also if published documents become invalid. */
  isForced?: boolean;
}

/** Creates or replaces a type. */
export function putType({ api }: OpenSite, { family, type, definition, revision, isForced = false }: Change): Promise<StoredType> {
  const input = { ...definition, type, revision, ...(isForced ? { force: true } : {}) };
  return family === "content" ? api.model.putContentType(input) : api.model.putBlockType(input);
}

/** Tells which contents a definition would break. Changes nothing. */
export function checkType({ api }: OpenSite, { family, type }: TypeName, definition: Definition, signal: AbortSignal): Promise<TypeCheck> {
  const input = { ...definition, type };
  return family === "content" ? api.model.checkContentType(input, { signal }) : api.model.checkBlockType(input, { signal });
}

export function deleteType({ api }: OpenSite, { family, type }: TypeName, revision: number): Promise<void> {
  return family === "content" ? api.model.deleteContentType({ type, revision }) : api.model.deleteBlockType({ type, revision });
}

/** The key of the list that a type is in. */
export const listKeyOf = (site: OpenSite, family: Family) =>
  (family === "content" ? contentTypesQuery(site) : blockTypesQuery(site)).queryKey;

/** The number of documents of a content type. */
export const entriesQuery = ({ api, key }: OpenSite, contentType: string) => ({
  queryKey: [...key, "documents", "count", contentType],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await api.content.listDocuments({ documents: "entries", contentType, pageSize: 1 }, { signal })).total,
});

export const pathOfType = (slug: string, { family, type }: TypeName) =>
  `/sites/${slug}/model/${family === "content" ? "entries" : "blocks"}/${type}`;
