import { Type } from "typebox";
import type { ReadDeps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { publishedRead } from "../../../../lib/published/published-read.ts";
import { piece } from "../../../../lib/sql/sql-statement.ts";
import { LocaleQuery, localeUnsupported, requestedLocale } from "../../../../lib/text/locale.ts";
import { isUuid } from "../../../../lib/text/uuid.ts";
import { Category, categoryNotFound } from "../category.ts";
import { readCategory } from "../read-category.ts";

/** One public category by its id. */
export const getCategory = publishedRead(
  {
    id: "getCategory",
    path: "/api/v1/shop/categories/{id}",
    problems: [categoryNotFound, localeUnsupported],
    tags: ["Catalogue"],
    summary: "Read a category by its id",
    params: Type.Object({ id: Type.String({ description: "The category's id." }) }),
    query: LocaleQuery,
    response: { 200: Single(Category) },
  },
  ({ site, params: { id }, query }) => {
    const requested = requestedLocale(site, query);
    if (!isUuid(id)) throw new ProblemError(categoryNotFound);
    return { id, ...requested };
  },
  (deps: ReadDeps<"publicUrl" | "media">, site, { id, locale }) => readCategory(deps, site, { condition: piece`shown.id = ${id}`, locale }),
);
