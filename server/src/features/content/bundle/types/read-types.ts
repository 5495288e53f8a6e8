import type { Schema } from "../../../../lib/json-schema/json-schema-kinds.ts";
import type { Sql } from "../../../../ports/database.ts";
import { pageContentType } from "../../rendering/index.ts";
import { BundleError } from "../bundle-error.ts";
import { typeErrors } from "../check-bundle.ts";
import { readBundle } from "../read-bundle.ts";
import type { SiteTypes } from "./site-types-file.ts";

/** The types of a site in the database. */
export async function readSiteTypes(sql: Sql, siteId: string): Promise<SiteTypes> {
  const rows = await sql<{
    isBlock: boolean | null;
    name: string | null;
    title: string | null;
    schema: string | null;
    isSingle: boolean | null;
  }>`
    select true as "isBlock", type as name, title, schema::text as schema, false as "isSingle"
    from block_types
    where site_id = ${siteId}
    union all
    select false, slug, title, schema::text, is_single
    from content_types
    where site_id = ${siteId} and slug <> ${pageContentType}`;
  const read = rows.map(({ isBlock, name, title, schema, isSingle }) => {
    return { isBlock, name: name ?? "", title: title ?? "", schema: JSON.parse(schema ?? "{}") as Schema, isSingle: isSingle === true };
  });
  return { blockTypes: read.filter(({ isBlock }) => isBlock), contentTypes: read.filter(({ isBlock }) => !isBlock) };
}

/** The types of a bundle. Throws BundleError for one that an import would reject for its form or its types. */
export function bundleTypes(text: string): SiteTypes {
  const { bundle, errors, locate } = readBundle(text);
  const all = errors.length > 0 ? errors : typeErrors(bundle);
  if (all.length > 0) throw new BundleError(locate(all));
  const { blockTypes = [], contentTypes = [] } = bundle;
  return {
    blockTypes: blockTypes.map(({ type, title, schema }) => ({ name: type, title, schema })),
    contentTypes: contentTypes.map(({ slug, title, schema, single = false }) => ({ name: slug, title, schema, isSingle: single })),
  };
}
