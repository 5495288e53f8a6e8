import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { SiteParams } from "../../../../lib/admin/site-path.ts";
import { Nullable, Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { problem, ProblemError, validationFailed } from "../../../../lib/http/problem.ts";
import { hostDatabase } from "../../../../lib/threads/hosted-database.ts";
import { ThreadExcess } from "../../../../lib/threads/threads.ts";
import { productsProgram, type ProductsJob, type ProductsResult } from "../import-products.ts";
import { pointerOf } from "../merge-product-rows.ts";
import { productsBase } from "../product-body.ts";

const importInterrupted = problem("import_interrupted", 409, "The import stopped before its end", {
  savedProducts: { type: "integer", description: "The number of products that are saved." },
});

/** A connection without a byte of an answer ends sooner otherwise. */
const longestMs = 15 * 60_000;
const strict = { additionalProperties: false };
const Count = Type.Integer({ minimum: 0 });
const Counts = Type.Object({ created: Count, changed: Count, unchanged: Count }, strict);
const Text = Nullable(Type.String());
const ImportedProducts = Type.Object(
  {
    dryRun: Type.Boolean(),
    products: Counts,
    variants: Type.Object(Counts.properties, { ...strict, description: "Counts the variants that have a row." }),
    totalChanges: Count,
    changes: Type.Array(
      Type.Object(
        {
          line: Type.Integer({ description: "In the file, counted from 1." }),
          product: Type.String({ description: "Its slug." }),
          sku: Type.Union([Type.String(), Type.Null()], { description: "Null: the product has changed, and not one of its variants." }),
          member: Type.String({ description: "The column, or the name of the option.", examples: ["price"] }),
          from: Text,
          to: Text,
        },
        strict,
      ),
      { description: "The first 200, with values as an export writes them; null: none." },
    ),
  },
  { $id: "ImportedProducts", additionalProperties: false },
);

/** Changes the products of a site to a table, or says what that would do. */
export const importProducts = operation(
  {
    id: "importProducts",
    method: "POST",
    path: `${productsBase}.csv`,
    access: "member",
    permission: "catalog:write",
    grows: true,
    cors: "closed",
    problems: [validationFailed, importInterrupted],
    tags: ["Catalogue"],
    summary: "Import products from CSV",
    description:
      "The table that `exportProducts` writes, changed in a spreadsheet, or one of your own; up to 12 MiB and 250,000 rows. A row is a variant, by its `sku`; rows with one `product`, a " +
      "slug, are one product. A product or a variant that does not exist yet is created. What the table does not name stays as it is: products, variants and columns. Nothing is deleted. " +
      "An empty cell means none, as in an export. Only `product` and `sku` are required; a new product also needs `title` and `price`. A new option needs a column `option.<name>`. " +
      "`stock` sets the stock, whatever was sold since the export. UTF-8, or UTF-16 with a byte order mark; separated by commas, semicolons or tabs, and a decimal comma is allowed with the " +
      "last two. An apostrophe before a formula comes off. The server checks all lines before it saves anything; `errors` has a path such as `/lines/12/price`. It saves up to 200 " +
      "products at a time, all of them or none. If somebody changes the catalogue meanwhile so that a line is no longer valid, the problem is `import_interrupted`: send the file again, and what is " +
      "saved already stays as it is.",
    params: SiteParams,
    query: Type.Object({
      dryRun: Type.Optional(Type.Boolean({ description: "Says what would change, and changes nothing." })),
    }),
    takes: "bytes",
    bodyForms: { "text/csv": Type.String() },
    maxBodyBytes: 12 * 1024 * 1024,
    response: { 200: Single(ImportedProducts) },
  },
  ({ sql, clock, tableThreads }: Pick<Deps, "sql" | "clock" | "tableThreads">) =>
    async (request) => {
      const { site, body } = request;
      const { dryRun = false } = request.query;
      const database = hostDatabase(sql);
      let savedProducts = 0;
      request.raw.setTimeout(longestMs);
      const host = { ...database.functions, saved: (products: number) => void (savedProducts += products) };
      const input: ProductsJob = {
        bytes: Buffer.isBuffer(body) ? body : new Uint8Array(),
        siteId: site.id,
        dryRun,
        now: clock.now(),
        recording: { actor: actorOf(request), action: "importProducts" },
      };
      const result = await tableThreads
        .run<ProductsResult>({ program: productsProgram, whose: site.slug, input, host })
        .catch((error: unknown): ProductsResult => {
          if (!(error instanceof ThreadExcess)) throw error;
          return { errors: [{ code: "too_costly", message: `takes more than ${error.limit}: split the file` }], count: 1 };
        })
        .finally(() => database.close());
      if ("report" in result) return { data: { dryRun, ...result.report } };
      const errors = result.errors.map(({ code, message, ...place }) => ({ path: pointerOf(place), code, message }));
      const [first] = result.errors;
      const more = result.count > 1 ? ` The file has ${result.count} mistakes.` : "";
      const mistake =
        `${first?.line === undefined ? "The file" : `Line ${first.line}:`} ${first?.column ?? ""} ${first?.message}.${more}`.replace(
          / {2,}/g,
          " ",
        );
      if (savedProducts === 0) throw new ProblemError(validationFailed, { detail: `${mistake} Nothing was changed.`, errors });
      const detail = `${mistake} ${savedProducts} products are saved. Send the file again for the others.`;
      throw new ProblemError(importInterrupted, { detail, errors, members: { savedProducts } });
    },
);
