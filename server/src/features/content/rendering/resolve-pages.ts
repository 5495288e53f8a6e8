import type { RateLimitedLog } from "../../../lib/observing/rate-limited-log.ts";
import type { Site } from "../../../lib/site.ts";
import { resolveBindings } from "./bindings.ts";
import { pageContentType, type PublishedDocument } from "./document.ts";
import { readInclude } from "./include.ts";
import { resolveReferences, type ResolvingDeps } from "./resolve-references.ts";

/** The contents of published pages in responses: references and bindings resolved. Throws `invalid_query` or `include_too_large`. */
export async function resolvePages(
  deps: ResolvingDeps & { rateLimitedLog: RateLimitedLog },
  site: Site,
  documents: readonly PublishedDocument[],
  named: string,
): Promise<{ contents: string[]; tags: string[]; catalogVersion?: number; stockVersion?: number }> {
  const include = await readInclude(deps.sql, site.id, pageContentType, named);
  // Bindings come first: their pointers count in lists from which a reference may be left out.
  const bound = await resolveBindings(deps, site, documents);
  const pages = documents.map((document, index) => ({ ...document, content: bound.contents[index] ?? document.content }));
  const { contents, tags, ...versions } = await resolveReferences(deps, site, pages, { include, arePages: true });
  const { contents: _, tags: ofSources, tooLarge: __, ...ofBound } = bound;
  // Those of the first statement: what changed since is read again.
  return { contents, tags: [...ofSources, ...tags], ...versions, ...ofBound };
}
