import { ProblemError } from "../../../lib/http/problem.ts";
import type { ValueCache } from "../../../lib/published/value-cache.ts";
import type { Site } from "../../../lib/site.ts";
import type { Sql } from "../../../ports/database.ts";
import { notReady, readTypes, type QueriedTypes } from "./type-fields.ts";

export interface KeepingDeps {
  sql: Sql;
  valueCache: ValueCache;
}

/** The content type with a slug, or with `isAll` all types of the site, whose version they carry. */
export type TypesOf = (contentType: string, isAll: boolean) => Promise<QueriedTypes>;

/** A site may change between the statements of a read. */
const mostTries = 5;

/**
 * The result of `answer`, which returns undefined if its types are not those of the moment that it read the documents at. First it gets
 * those that this process has kept, then newly read ones. Throws `query_not_ready` if the site changes all the time.
 */
export async function withTypes<Answer>(
  { sql, valueCache }: KeepingDeps,
  site: Site,
  answer: (typesOf: TypesOf) => Promise<Answer | undefined>,
): Promise<Answer> {
  const nameOf = (contentType: string, isAll: boolean) => (isAll ? "types" : `type ${contentType}`);
  const read: TypesOf = async (contentType, isAll) => {
    const types = await readTypes(sql, site.id, contentType, isAll);
    const bytes = JSON.stringify([...types.types.values()]).length;
    // A type that does not exist has any of many names.
    if (types.types.size > 0) valueCache.keep(site, nameOf(contentType, isAll), types, bytes);
    return types;
  };
  let areKept = false;
  const recallTypes: TypesOf = async (contentType, isAll) => {
    const types = valueCache.find(site, nameOf(contentType, isAll)) as QueriedTypes | undefined;
    areKept ||= types !== undefined;
    return types ?? read(contentType, isAll);
  };
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const result = await answer(tries === 1 ? recallTypes : read).catch((error: unknown) => {
      // A schema may have changed since: no query is refused because of one that was kept.
      if (tries > 1 || !areKept || !(error instanceof ProblemError)) throw error;
      return undefined;
    });
    if (result) return result;
  }
  throw notReady();
}
