import { Type } from "typebox";
import { Instant, Nullable, Uuid } from "../../../lib/http/envelope.ts";
import { problem } from "../../../lib/http/problem.ts";
import { Slug } from "../../../lib/text/slug.ts";
import { Seo } from "../../../lib/http/seo.ts";
import { movedToOf } from "./former-catalog-slugs.ts";
import { Picture, picturesJson, type Showing } from "./picture.ts";
import { categoryInWords, localeFields, type Translated } from "./translation.ts";

export const categoryNotFound = problem("category_not_found", 404, "Category not found", movedToOf("category"));

/** The status of a category. A hidden one is never public, nor is anything below it. */
export const categoryStatuses = ["ACTIVE", "HIDDEN"] as const;

const fields = {
  id: Uuid,
  slug: Slug,
  title: Type.String(),
  description: Nullable(Type.String()),
  status: Type.Literal("ACTIVE"),
  parentId: Nullable(Uuid),
  position: Type.Integer({ description: "Its place among its siblings." }),
  productCount: Type.Integer({ minimum: 0, description: "Active products in it and in all categories below it." }),
  createdAt: Instant,
  updatedAt: Instant,
  seo: Type.Optional(Seo),
  image: Nullable(Picture),
  ...localeFields,
};

export const Category = Type.Object(fields, { $id: "Category", additionalProperties: false });

/** A category of a list: with `tree=true` it has `children`, always an array, at any depth. */
export const ListedCategory = Type.Cyclic(
  {
    CategoryNode: Type.Object(
      { ...fields, children: Type.Optional(Type.Array(Type.Ref("CategoryNode"), { description: "With `tree=true`." })) },
      { additionalProperties: false },
    ),
  },
  "CategoryNode",
);

/** A category as the view `public_categories` has it. */
export interface ShownCategory extends Omit<Translated, "categoryWords"> {
  json: string;
  image: string | null;
}

/** Whether a row has a category, and not the nulls of an empty page. */
export function isShownCategory<Row extends { json: string | null }>(
  row: Row,
): row is Row & { [K in keyof ShownCategory & keyof Row]: ShownCategory[K] } {
  return row.json !== null;
}

/** The public representation as JSON text, translated if there is a translation. */
export function categoryJson({ json, image, words }: Pick<ShownCategory, "json" | "image" | "words">, showing: Showing): string {
  const picture = image === null ? "null" : picturesJson(image, showing);
  return `${categoryInWords(json, words).slice(0, -1)},"image":${picture}}`;
}
