import type { Deps } from "../../../../deps.ts";
import { SiteParams } from "../../../../lib/admin/site-path.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { answerCsv } from "../../../../lib/http/csv-answer.ts";
import { productsBase } from "../product-body.ts";
import { productsCsv } from "../products-csv.ts";

/** Answers the products of a site as CSV. */
export const exportProducts = operation(
  {
    id: "exportProducts",
    method: "GET",
    path: `${productsBase}.csv`,
    access: "member",
    permission: "catalog:read",
    cors: "closed",
    problems: [],
    tags: ["Catalogue"],
    summary: "Export the products as CSV",
    description:
      "A row for each variant, drafts and archived products included; `product` and `category` are slugs. Each option has a column: the 50 options that most products have. " +
      "An option with the name of another column gets `option.` in front. Amounts are decimal numbers in the product's currency, such as `380.00`. Each further currency of the site has the columns `price_usd` and `compareAtPrice_usd`, empty where there is no price. The stock is empty if it " +
      "is not tracked. UTF-8 with a byte order mark, and an apostrophe before a value that a spreadsheet could take for a formula. The server writes the rows while it reads " +
      "them, however many there are. A product that changes meanwhile occurs once, as it was before or after the change.",
    params: SiteParams,
    streams: "text/csv",
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, method }, reply) => {
      return answerCsv(reply, method, "products.csv", productsCsv(sql, site));
    },
);
