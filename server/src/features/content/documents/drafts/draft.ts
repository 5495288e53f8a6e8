import { Type, type Static } from "typebox";
import { invalidMember } from "../../../../lib/http/problem.ts";
import { completeSeo, type Seo } from "../../../../lib/http/seo.ts";
import { Slug } from "../../../../lib/text/slug.ts";
import { type AuthoredPage, Binding, completePage, pageContentType, shownTitle } from "../../rendering/index.ts";

/** Pages and entries, as the addresses of the admin API name them. */
export const documentKinds = { pages: "page", entries: "entry" } as const;
export type DocumentKind = (typeof documentKinds)[keyof typeof documentKinds];

/** A block whose props its type may not accept is stored all the same. */
const DraftBlock = Type.Cyclic(
  {
    DraftBlock: Type.Object(
      {
        id: Type.Optional(Type.String({ pattern: "^[A-Za-z0-9_-]+$", maxLength: 64, description: "Made when absent." })),
        type: Slug,
        props: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
        bindings: Type.Optional(
          Type.Record(Type.String(), Binding, { additionalProperties: false, description: "By JSON Pointer into the props." }),
        ),
        children: Type.Optional(
          Type.Record(Type.String({ pattern: "^[A-Za-z_][A-Za-z0-9_-]*$" }), Type.Array(Type.Ref("DraftBlock")), {
            additionalProperties: false,
            description: "Blocks by slot.",
          }),
        ),
      },
      { additionalProperties: false },
    ),
  },
  "DraftBlock",
);

const SeoText = Type.Union([Type.String({ maxLength: 10_000 }), Type.Null()]);
const DraftSeo = Type.Object(
  {
    title: Type.Optional(SeoText),
    description: Type.Optional(SeoText),
    canonicalUrl: Type.Optional(SeoText),
    image: Type.Optional(SeoText),
    noIndex: Type.Optional(Type.Boolean()),
    noFollow: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

/** The members of a draft, of a page or of an entry. */
export const draftMembers = {
  slug: Type.Optional(Type.String({ maxLength: 200, description: "Becomes public on publication.", examples: ["about"] })),
  title: Type.Optional(
    Type.String({
      maxLength: 500,
      description: "A page's title, or the name of an entry in lists. If absent, the entry's first text field.",
    }),
  ),
  seo: Type.Optional(DraftSeo),
  composition: Type.Optional(Type.Array(DraftBlock, { description: "A page's blocks." })),
  data: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: "An entry's fields." })),
};

/** A draft as it is sent. */
export const GivenDraft = Type.Object(draftMembers, { additionalProperties: false });
export type GivenDraft = Static<typeof GivenDraft>;

/** A draft as it is answered. */
export const Draft = Type.Object(
  {
    slug: Type.String(),
    title: Type.String(),
    seo: Type.Optional(
      Type.Object({ ...DraftSeo.properties }, { additionalProperties: false, description: "A page's texts for search engines." }),
    ),
    composition: Type.Optional(Type.Array(Type.Unknown(), { description: "A page's blocks, with their bindings." })),
    data: Type.Optional(Type.Unknown({ description: "An entry's fields." })),
  },
  { $id: "Draft", additionalProperties: false },
);
export type Draft = { slug: string; title: string; seo?: Seo; composition?: unknown[]; data?: unknown };

/** A draft as it is stored: a slug, a title for lists, and content as JSON text. */
export interface StoredDraft {
  slug: string;
  title: string;
  content: string;
  hasBindings: boolean;
}

/** Refuses members of the other kind; and, where a draft replaces another, one that lacks what it consists of: words would be lost. */
export function checkMembers(kind: DocumentKind, draft: GivenDraft, { replaces }: { replaces: boolean }): void {
  const foreign: readonly (keyof GivenDraft)[] = kind === "page" ? ["data"] : ["seo", "composition"];
  const needed: readonly (keyof GivenDraft)[] = kind === "page" ? ["slug", "title", "composition"] : ["slug", "data"];
  for (const name of foreign)
    if (draft[name] !== undefined) throw invalidMember(`/${name}`, "additionalProperties", `is not a member of ${aKind[kind]}`);
  if (!replaces) return;
  for (const name of needed) if (draft[name] === undefined) throw invalidMember(`/${name}`, "required", "is required");
}

const aKind = { page: "a page", entry: "an entry" };

/** The stored form of a draft. `titleOf` derives the title of an entry from its data. */
export function storedDraft(kind: DocumentKind, draft: GivenDraft, titleOf: (data: object) => string): StoredDraft {
  const { slug = "", title, seo, composition = [], data = {} } = draft;
  if (kind === "entry") return { slug, title: shownTitle(title ?? titleOf(data)), content: JSON.stringify(data), hasBindings: false };
  const page = { title: title ?? "", composition, ...(seo && { seo: completeSeo(seo) }) } as AuthoredPage;
  return { slug, title: shownTitle(page.title), ...completePage(page) };
}

/** The answered form of a draft, or of published content. */
export function shownDraft(kind: DocumentKind, { slug, title, content }: Pick<StoredDraft, "slug" | "title" | "content">): Draft {
  const value: unknown = JSON.parse(content);
  return kind === "entry" ? { slug, title, data: value } : { slug, ...(value as { title: string; seo: Seo; composition: unknown[] }) };
}

/** Whether content has bindings, as completePage tells of a page that is saved. */
export function hasBindings(contentType: string, content: string): boolean {
  return contentType === pageContentType && content.includes('"bindings":');
}
