import type { ListedDocument } from "@vitrine/client/admin";
import { addressOfFound } from "../app/found-address.ts";
import type { OpenSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import type { TargetKind } from "./schema.ts";

/** Something that content can refer to. */
export interface Target {
  kind: TargetKind;
  id: string;
  title: string;
  /** What tells it from others of the same title. */
  detail: string;
  slug: string;
  contentType?: string;
  state?: ListedDocument["translations"][number]["state"];
}

/** What a picker may offer. */
export interface TargetFilter {
  kind: TargetKind;
  /** Of entries; none: all. */
  contentTypes: readonly string[];
}

const mostShown = 30;

/** Pages and entries, those that were edited last first; products and categories as the search of the site finds them. */
export async function findTargets(site: OpenSite, { kind, contentTypes }: TargetFilter, q: string, signal: AbortSignal): Promise<Target[]> {
  if (kind === "product" || kind === "category") {
    if (q === "") return [];
    const hits = await site.api.sites.searchSite({ q }, { signal });
    return hits
      .filter(({ type }) => type === kind)
      .map(({ id, label, detail }) => ({ kind, id, title: label, detail, slug: detail.split(" · ")[0] ?? "" }));
  }
  const asked = contentTypes.length === 0 ? [undefined] : contentTypes;
  const lists = await Promise.all(
    asked.map((contentType) =>
      site.api.content.listDocuments(
        {
          documents: kind === "page" ? "pages" : "entries",
          pageSize: mostShown,
          ...(q === "" ? {} : { q }),
          ...(contentType === undefined ? {} : { contentType }),
        },
        { signal },
      ),
    ),
  );
  return lists.flatMap(({ data }) => data.map((document) => targetOf(kind, document)));
}

function targetOf(kind: TargetKind, { id, title, slug, contentType, translations }: ListedDocument, locale?: string): Target {
  const translation = translations.find((each) => each.locale === locale) ?? translations[0];
  const titleAndSlug = locale === undefined ? { title, slug } : (translation ?? { title, slug });
  return {
    kind,
    id,
    title: titleAndSlug.title,
    slug: titleAndSlug.slug,
    contentType,
    detail: kind === "page" ? `/${titleAndSlug.slug}` : `${contentType} · ${titleAndSlug.slug}`,
    ...(translation && { state: translation.state }),
  };
}

/** A target by its id; null: it no longer exists. Of products and categories only what was chosen here is known. */
export const targetQuery = (site: OpenSite, kind: TargetKind, id: string, locale: string) => ({
  // The word after the site is that of lists of documents: they are read again together.
  queryKey: [...site.key, "documents", "target", kind, id, locale],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Target | null> => {
    if (kind === "product" || kind === "category") {
      return { kind, id, title: texts.fields.unknownTarget[kind], detail: id, slug: "" };
    }
    const documents = kind === "page" ? "pages" : "entries";
    const { data } = await site.api.content.listDocuments({ documents, ids: id }, { signal });
    return data[0] ? targetOf(kind, data[0], locale) : null;
  },
  // What was chosen here is put there, and stays.
  staleTime: kind === "product" || kind === "category" ? Infinity : 30_000,
});

/** The place of a target in the studio, below the studio's address; undefined: it has no screen yet. */
export function placeOfTarget(site: OpenSite, { kind, id, contentType }: Target, locale: string): string | undefined {
  const path = addressOfFound({ type: kind, id, detail: contentType ?? "" }, locale);
  return path === undefined ? undefined : `/sites/${site.slug}${path}`;
}
