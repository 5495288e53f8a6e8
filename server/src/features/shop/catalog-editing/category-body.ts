import { Type, type Static } from "typebox";
import { siteBase, siteSlug } from "../../../lib/admin/site-path.ts";
import { Nullable, Uuid } from "../../../lib/http/envelope.ts";
import { mergePatchOf } from "../../../lib/http/merge-patch.ts";
import { BundleCategory } from "../../content/bundle/index.ts";

export const categoriesBase = `${siteBase}/categories`;
export const categoryBase = `${categoriesBase}/{id}`;
export const CategoryParams = Type.Object({ ...siteSlug, id: Type.String({ description: "The id of the category." }) });

const strict = { additionalProperties: false };
const { parent: _parent, position: _position, ...members } = BundleCategory.properties;
const { slug, title, description, status } = members;

const place = {
  parentId: Nullable({ ...Uuid, description: "The id of the category above; null for none." }),
  position: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000,
      description: "The place among its siblings, from 0. Absent, or beyond the last place: the last one.",
    }),
  ),
};

/** A new category, in the members of bundles but for the id of its parent. */
export const CategoryBody = Type.Object({ ...members, parentId: Type.Optional(place.parentId), position: place.position }, strict);
export type CategoryBody = Static<typeof CategoryBody>;

const Seo = members.seo.anyOf[0];
const Picture = members.image.anyOf[0];
const OptionalSeo = Type.Optional(Nullable(mergePatchOf(Seo)));
const Words = Type.Object({ ...mergePatchOf(Type.Object({ slug, title, description })).properties, seo: OptionalSeo }, strict);

/** A patch of a category, checked as a whole once it is applied. */
export const CategoryPatch = Type.Object(
  {
    slug: Type.Optional(slug),
    title: Type.Optional(title),
    description,
    seo: OptionalSeo,
    image: Type.Optional(Nullable(mergePatchOf(Picture))),
    status: Type.Optional(Nullable(status)),
    translations: Type.Optional(
      Nullable(
        Type.Record(Type.String(), Nullable(Words), {
          ...strict,
          maxProperties: 100,
          description: "By locale: the words that differ; null takes a translation away.",
        }),
      ),
    ),
  },
  strict,
);

export const CategoryMove = Type.Object(place, strict);

/** As many as a bundle may have. */
export const mostCategories = 100_000;
