import { Type, type Static } from "typebox";
import { Nullable } from "./envelope.ts";

/** The texts and marks of a page for search engines and previews of links. */
export const Seo = Type.Object(
  {
    title: Nullable(Type.String()),
    description: Nullable(Type.String()),
    canonicalUrl: Nullable(Type.String()),
    image: Nullable(Type.String()),
    noIndex: Type.Boolean(),
    noFollow: Type.Boolean(),
  },
  { $id: "Seo", additionalProperties: false },
);
export type Seo = Static<typeof Seo>;

/** With all members, in one order. */
export function completeSeo(seo: { readonly [Member in keyof Seo]?: Seo[Member] | undefined }): Seo {
  return {
    title: seo.title ?? null,
    description: seo.description ?? null,
    canonicalUrl: seo.canonicalUrl ?? null,
    image: seo.image ?? null,
    noIndex: seo.noIndex ?? false,
    noFollow: seo.noFollow ?? false,
  };
}
