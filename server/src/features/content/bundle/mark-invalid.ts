import { referencesInContent } from "../documents/index.ts";
import { pageContentType, type Slots } from "../rendering/index.ts";
import type { Schema } from "../../../lib/json-schema/json-schema-kinds.ts";
import { contentChecks } from "./check-bundle.ts";
import { isDangling } from "./link-references.ts";
import type { BundleEntry, BundlePage } from "./schema.ts";

type Members = Record<string, unknown>;

/** Marks the exported documents whose published content an import would refuse: the site keeps them, so the import of the export must. Pure. */
export function withInvalid(
  { pages, entries }: { pages: Members[]; entries: Members[] },
  types: { blockTypes: readonly Members[]; contentTypes: readonly Members[] },
): { pages: Members[]; entries: Members[] } {
  const blockTypes = new Map(
    types.blockTypes.map(({ type, schema, slots = null }) => [type as string, { schema: schema as Schema, slots: slots as Slots | null }]),
  );
  const contentTypes = new Map(types.contentTypes.map(({ slug, schema }) => [slug as string, schema as Schema]));
  const check = contentChecks({ blockTypes, contentTypes });
  const schemaOf = { block: (name: string) => blockTypes.get(name)?.schema, entry: (name: string) => contentTypes.get(name) };
  const hasDangling = (contentType: string, content: object) => referencesInContent(schemaOf, contentType, content).some(isDangling);
  const mark = (item: Members, isInvalid: () => boolean) =>
    item.status === "PUBLISHED" && isInvalid() ? { ...item, invalid: true } : item;
  return {
    pages: pages.map((item) => {
      const page = item as unknown as BundlePage;
      return mark(item, () => check.page(page).length > 0 || hasDangling(pageContentType, page));
    }),
    entries: entries.map((item) => {
      const entry = item as unknown as BundleEntry;
      return mark(item, () => check.entry(entry).length > 0 || hasDangling(entry.contentType, entry.data));
    }),
  };
}
