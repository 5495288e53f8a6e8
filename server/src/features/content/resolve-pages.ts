import type { RareLog } from "../../lib/observing/rare-log.ts";
import type { Site } from "../../lib/site.ts";
import type { Sql } from "../../ports/database.ts";
import { resolveBindings } from "./bindings.ts";
import { pageContentType, type PublishedDocument } from "./document.ts";
import { readInclude } from "./include.ts";
import { resolveReferences } from "./resolve-references.ts";

/** The contents of published pages in responses: references and bindings resolved. Throws `invalid_query` or `include_too_large`. */
export async function resolvePages(
  deps: { sql: Sql; publicUrl: string; rareLog: RareLog },
  site: Site,
  documents: readonly PublishedDocument[],
  named: string,
): Promise<{ contents: string[]; tags: string[]; catalogVersion?: number; stockVersion?: number }> {
  const include = await readInclude(deps.sql, site.id, pageContentType, named);
  const referred = await resolveReferences(deps, site, documents, { include, arePages: true });
  const pages = documents.map((document, index) => ({ ...document, content: referred.contents[index] ?? document.content }));
  const { contents, tags, tooLarge: _, ...versions } = await resolveBindings(deps, site, pages);
  const { contents: __, tags: ofTargets, ...ofReferred } = referred;
  // The older versions are those that the whole is known to be at.
  return { contents, tags: [...ofTargets, ...tags], ...versions, ...ofReferred };
}
