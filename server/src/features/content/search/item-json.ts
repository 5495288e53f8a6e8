import { Type } from "typebox";
import { Nullable, Uuid } from "../../../lib/http/envelope.ts";
import { Picture, picturesJson, storedPicture, type SearchedCatalogItem, type Showing } from "../../shop/catalog/index.ts";
import { type QueryPlan, searchedTexts } from "../queries/index.ts";
import { excerptOf, type FindWords } from "./excerpt.ts";
import type { FoundItem } from "./find-items.ts";
import { searchedKinds } from "./search-types.ts";

const Marks = Type.Array(
  Type.Object({ start: Type.Integer({ minimum: 0 }), end: Type.Integer({ minimum: 1 }) }, { additionalProperties: false }),
  { description: "The words that were found, in UTF-16 code units, as `text.slice(start, end)` in JavaScript." },
);

/** An item that a search finds. */
export const SearchItem = Type.Object(
  {
    type: Type.Enum(searchedKinds),
    id: Uuid,
    contentType: Nullable(Type.String({ description: "An entry's content type." })),
    slug: Type.String(),
    locale: Type.String({ description: "The locale of the words.", examples: ["en"] }),
    title: Type.String(),
    titleMarks: Marks,
    excerpt: Nullable(
      Type.Object(
        { text: Type.String({ description: "Plain text, never HTML: some 200 characters." }), marks: Marks },
        { additionalProperties: false },
      ),
    ),
    image: Nullable(Picture),
  },
  { $id: "SearchItem", additionalProperties: false },
);

/** A product or a category, with an excerpt of its description. */
export function catalogItem({ kind, id }: FoundItem, { description, image, ...itemTexts }: SearchedCatalogItem, find: FindWords): string {
  return itemJson({ type: kind, id, contentType: null, ...itemTexts, texts: description === null ? [] : [description], image }, find);
}

/** Absolute, or on this server. Any text may be the image of a page. */
const addressPattern = /^(?:https?:\/\/|\/(?!\/))/i;

/** A page, with the image of its `seo`, or an entry, whose data have no member that is known to be its image. */
export function documentItem(
  { kind, id, contentType, slug, title, locale, content }: FoundItem & { locale: string },
  { searchable }: QueryPlan,
  find: FindWords,
  showing: Showing,
): string {
  const parsed = JSON.parse(content ?? "{}") as { seo?: { image?: string | null } };
  // The title of an entry is its first text, which the excerpt need not repeat.
  const texts = searchedTexts(contentType ?? "", parsed, searchable, { withoutBound: true }).filter(
    (text) => text.trim() !== title?.trim(),
  );
  const url = kind === "page" ? parsed.seo?.image : null;
  const image = url && addressPattern.test(url) ? picturesJson(JSON.stringify(storedPicture({ url })), showing) : "null";
  const item = { type: kind, id, contentType: kind === "entry" ? contentType : null, slug: slug ?? "", locale, title: title ?? "" };
  return itemJson({ ...item, texts, image }, find);
}

interface ShownItem {
  type: FoundItem["kind"];
  id: string;
  contentType: string | null;
  slug: string;
  locale: string;
  title: string;
  texts: readonly string[];
  /** JSON text. */
  image: string;
}

function itemJson({ type, id, contentType, slug, locale, title, texts, image }: ShownItem, find: FindWords): string {
  const item = { type, id, contentType, slug, locale, title, titleMarks: [...find(title)], excerpt: excerptOf(texts, find) };
  return `${JSON.stringify(item).slice(0, -1)},"image":${image}}`;
}
