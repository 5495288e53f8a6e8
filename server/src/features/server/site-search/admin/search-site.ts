import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { siteBase, SiteParams } from "../../../../lib/admin/site-path.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { languageOf } from "../../../../lib/text/language.ts";
import { Found } from "../found.ts";
import { searchEverything } from "../search-everything.ts";

/** Finds things of a site by their names, as far as the caller may know of them. */
export const searchSite = operation(
  {
    id: "searchSite",
    method: "GET",
    path: `${siteBase}/search`,
    access: "member",
    permission: "site:read",
    cors: "closed",
    problems: [],
    tags: ["Sites"],
    summary: "Find anything in a site",
    description:
      "Pages and entries by the titles and slugs of their drafts too, and after these by the words of what is published; products, categories, orders, customers, files, forms, and the screens of settings: at most eight of " +
      "each, and only of what the caller's role may read. Every word begins a word of the thing, or has one typing error. What has exactly the order number, the SKU or " +
      "the address comes first.",
    params: SiteParams,
    query: Type.Object({
      q: Type.String({
        maxLength: 200,
        pattern: "^[^\\u0000]*$",
        description: "The first ten words count. Without a letter or digit, nothing is found.",
      }),
    }),
    response: { 200: Single(Type.Array(Found)) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, admin, member: { permissions }, query: { q } }) => {
      const may = (permission: Parameters<typeof permissions.has>[0]) => permissions.has(permission);
      return { data: await searchEverything({ sql, site, language: languageOf(admin.locale), may }, q) };
    },
);
