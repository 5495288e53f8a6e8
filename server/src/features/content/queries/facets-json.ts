import { pointerStep } from "../../../lib/json-schema/json-pointer.ts";
import type { Site } from "../../../lib/site.ts";
import { type ResolvedContents, resolveReferences, type ResolvingDeps } from "../rendering/index.ts";
import type { FoundList } from "./query-documents.ts";
import { isReference } from "./type-fields.ts";

/**
 * The counts of a list as JSON text, empty for a list without facets. A reference is shown as it is in content, with the title of its
 * target: null if that was hidden since it was counted.
 */
export async function facetsJson(
  deps: ResolvingDeps,
  site: Site,
  locale: string,
  { facets }: Pick<FoundList, "facets">,
): Promise<Omit<ResolvedContents, "contents"> & { json: string }> {
  if (facets.length === 0) return { json: "", tags: [] };
  const references: [path: string, kind: string, id: unknown][] = [];
  const shownFacets = facets.map(({ field, counts }) => {
    if (!isReference(field)) return [field.name, counts] as const;
    counts.forEach(({ value }, index) => references.push([`${pointerStep(field.name)}/${index}/value`, field.kind, value]));
    return [field.name, counts.map(({ value, count }) => ({ value: { [field.kind]: value }, count }))] as const;
  });
  const content = JSON.stringify(Object.fromEntries(shownFacets));
  const { contents, ...resolved } = await resolveReferences(deps, site, [{ content, references: JSON.stringify(references), locale }]);
  return { ...resolved, json: contents[0] ?? content };
}
