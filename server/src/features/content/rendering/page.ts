import { Type } from "typebox";
import { Seo } from "../../../lib/http/seo.ts";
import { PageSlug } from "../../../lib/text/slug.ts";
import { documentFields, documentJson, type ListMembers, type PublishedDocument } from "./document.ts";

export const Block = Type.Cyclic(
  {
    Block: Type.Object(
      {
        id: Type.String({ description: "Unique within the page; stays with the block when it moves." }),
        type: Type.String({ description: "Names one of the site's block types." }),
        props: Type.Record(Type.String(), Type.Unknown(), { description: "As the block type's schema describes, bindings applied." }),
        children: Type.Optional(Type.Record(Type.String(), Type.Array(Type.Ref("Block")), { description: "Blocks by slot." })),
      },
      { additionalProperties: false },
    ),
  },
  "Block",
);

/** A published page in a response. */
export const Page = Type.Object(
  {
    id: documentFields.id,
    slug: PageSlug,
    locale: documentFields.locale,
    title: Type.String(),
    seo: Seo,
    composition: Type.Array(Block),
    publishedAt: documentFields.publishedAt,
    firstPublishedAt: documentFields.firstPublishedAt,
    createdAt: documentFields.createdAt,
    updatedAt: documentFields.updatedAt,
    alternates: documentFields.alternates,
  },
  { $id: "Page", additionalProperties: false },
);

const { slug, title, seo, composition, alternates, ...always } = Page.properties;

/** A page of a list with the members that `fields` names. */
export const PagePart = Type.Object(
  { ...always, ...Type.Partial(Type.Object({ slug, title, seo, composition, alternates })).properties },
  { $id: "PagePart", additionalProperties: false, description: "With the members that `fields` names." },
);

/** A page as JSON text. Its content is an object of `title`, `seo` and `composition`, copied unchanged. */
export function pageJson(document: PublishedDocument, content: string, members?: ListMembers): string {
  return `{${documentJson(document, members)}${content === "{}" ? "}" : `,${content.slice(1)}`}`;
}
