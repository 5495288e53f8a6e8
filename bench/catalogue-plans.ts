import { connectPostgres } from "../server/src/adapters/postgres.ts";
import type { CatalogueSizes } from "./catalogue-database.ts";
import { shopRead } from "./catalogue-reads.ts";
import { vocabulary } from "./catalogue.ts";
import { openExplainer, type Explainer, type Plan } from "./explain.ts";
import { hearStatements, type Statement } from "./heard.ts";

/** A read whose plan is shown, the explanation of it, and the indexes in that explanation. */
interface Explained {
  path: string;
  /** For a path whose id is another in each database. */
  id?: "product" | "category";
  says: string;
  uses: readonly string[];
}

const explained: readonly Explained[] = [
  {
    path: "/products",
    says: "The page comes from the index of its order, without sorting; the total is known. Only the 20 products of the page are put together.",
    uses: ["products_by_creation"],
  },
  {
    path: "/products?page=100",
    says: "A later page steps over what comes before it in the same index: 2,000 entries of it, not 2,000 products.",
    uses: ["products_by_creation"],
  },
  { path: "/products?sort=updatedAt", says: "The same by its own index.", uses: ["products_by_change"] },
  { path: "/products?sort=title", says: "The same by its own index.", uses: ["products_by_title"] },
  { path: "/products?sort=price:desc", says: "The same by its own index, read backwards.", uses: ["products_by_price"] },
  {
    path: "/products?minPrice=1000&maxPrice=3000",
    says: "The count is a range of the index of prices. The page is in another order, so what is within is sorted, from an index that has all that the order needs.",
    uses: ["products_by_price"],
  },
  {
    path: "/products?category=category-3&minPrice=1000&maxPrice=30000&sort=price",
    says: "The category and all below it are found by their paths; then one index has the products of each within the prices, and all that the order needs.",
    uses: ["categories_by_path", "products_by_category"],
  },
  {
    path: `/products?q=${vocabulary[300] as string}`,
    says: "The words of the site tell which are like the one that was typed; the index of words has the products of each.",
    uses: ["search_words_alike", "products_by_word"],
  },
  {
    path: `/products?q=${vocabulary[12_000] as string}x%20${vocabulary[0] as string}`,
    says: "Two words, one of them misspelt: the index of words gives the products that have both, or one like it.",
    uses: ["search_words_alike", "products_by_word"],
  },
  {
    path: `/products?q=${vocabulary[300] as string}&category=category-3`,
    says: "Of two indexes, that of words and that of categories, the one that promises fewer products is read, and these are compared with the rest.",
    uses: ["search_words_alike", "categories_by_path"],
  },
  { path: "/products/slug/product-1", says: "One product by the unique index of slugs.", uses: ["products_site_id_slug_key"] },
  { path: "/products/{id}", id: "product", says: "One product by the primary key.", uses: ["products_pkey"] },
  {
    path: "/categories",
    says: "All categories of the site are counted and sorted, found by an index that begins with the site.",
    uses: [],
  },
  { path: "/categories?tree=true", says: "The same without a limit: the tree is put together from all.", uses: [] },
  { path: "/categories?q=ba", says: "The same, with the words of each compared: a site has few categories.", uses: [] },
  { path: "/categories/slug/category-3", says: "One category by the unique index of slugs.", uses: ["categories_site_id_slug_key"] },
  { path: "/categories/{id}", id: "category", says: "One category by the primary key.", uses: ["categories_pkey"] },
  { path: "/subscriptions/plans", says: "All plans of the site, found by an index that begins with it.", uses: [] },
];

interface Shown {
  path: string;
  says: string;
  custom: Plan;
  generic: Plan;
  /** The products of a page are shown in this one alone. */
  isFirst: boolean;
  /** Functions whose plan was shown. */
  shown: Set<string>;
}

/** A table on so few pages (of 8 KiB) is read whole because that is cheaper than its index. */
const tinyPages = 8;

/**
 * The plans of the catalogue's statements on the database, as Markdown, with their faults: a full scan of a table
 * that is not tiny or has no index for it, or an index that is not used as explained.
 */
export async function explainCatalogue(url: string, { large, sites }: CatalogueSizes): Promise<{ text: string; faults: string[] }> {
  const { statements, pages } = await readDatabase(url);
  const explainer = await openExplainer(url);
  const errors: string[] = [];
  const sections: string[] = [];
  const shown = new Set<string>();
  for (const [index, { path, says, uses }] of explained.entries()) {
    const statement = statements[index] as Statement;
    const custom = await explainer.explain(statement, "custom");
    const generic = await explainer.explain(statement, "generic");
    errors.push(...(await errorsOf(explainer, statement, [custom, generic], pages)).map((error) => `${path}: ${error}`));
    for (const name of uses) {
      const all = [custom.lines, ...custom.functions.values()].flat();
      if (!all.some((line) => line.includes(name))) errors.push(`${path}: the plan does not use ${name}.`);
    }
    sections.push(section({ path, says, custom, generic, isFirst: index === 0, shown }));
  }
  await explainer.close();
  const count = large.products.toLocaleString("en-US");
  const text = `# Plans of the catalogue

Written by \`node --import tsx bench/plans.ts\`, and by \`npm run bench\`: how PostgreSQL answers the statements of the catalogue for a site of
${count} products in a database of ${sites} sites. The statements are those that the server sends, heard from it. Shown is the
plan for the parameters of the request, with the numbers of rows that there really were, and the plan that would be made once for any
parameters where it takes other steps. The request's site and ids are left out (\`'…'\`).

The script fails when a plan reads a table from one end to the other. Excepted is a table of at most ${tinyPages} pages, such as \`sites\`
here, which is cheaper to read than its index: with such scans forbidden, an index must take their place.

${sections.join("\n\n")}
`;
  return { text, faults: errors };
}

function section({ path, says, custom, generic, isFirst, shown }: Shown): string {
  const plans = [custom, generic].map(({ lines }) => withoutProducts(lines).join("\n")) as [string, string];
  const functions = [...custom.functions].filter(([name]) => !shown.has(name));
  for (const [name] of functions) shown.add(name);
  return [
    `## \`GET ${path}\``,
    says,
    fenced(isFirst ? custom.lines.join("\n") : plans[0]),
    ...(alike(plans[0]) === alike(plans[1]) ? [] : ["The plan for any parameters:", fenced(plans[1])]),
    ...functions.flatMap(([name, lines]) => [`In the function \`${name}\`:`, fenced(lines.join("\n"))]),
  ].join("\n\n");
}

/** The statements recorded for each read, and the number of pages of each table. */
async function readDatabase(url: string) {
  const sql = connectPostgres({ url, poolSize: 1, preparedStatements: true, onIdleError: () => undefined });
  try {
    const [ids] = await sql<{ product: string; category: string }>`
      select
        (select id from products where site_id = sites.id and slug = 'product-1') as product,
        (select id from categories where site_id = sites.id and slug = 'category-3') as category
      from sites
      where slug = 'site-0'`;
    const reads = explained.map(({ path, id }) => shopRead(id && ids ? path.replace("{id}", ids[id]) : path));
    const tables = await sql<{ name: string; pages: number }>`
      select relname::text as name, relpages as pages from pg_class where relkind = 'r'`;
    return { statements: await hearStatements(sql, reads), pages: new Map(tables.map(({ name, pages }) => [name, pages])) };
  } finally {
    await sql.close();
  }
}

async function errorsOf(
  explainer: Explainer,
  statement: Statement,
  plans: readonly Plan[],
  pages: ReadonlyMap<string, number>,
): Promise<string[]> {
  const scanned = [...new Set(plans.flatMap(({ seqScans }) => seqScans))];
  const large = scanned.filter((table) => (pages.get(table) ?? Infinity) > tinyPages);
  const unindexed = scanned.length > 0 ? (await explainer.explain(statement, "generic", { withoutSeqScans: true })).seqScans : [];
  return [
    ...large.map((table) => `${table} is read from one end to the other.`),
    ...unindexed.map((table) => `${table} has no index for it.`),
  ];
}

/** How the products of a page are put together is the same in every list. */
function withoutProducts(lines: readonly string[]): string[] {
  const begin = lines.findIndex((line) => /Nested Loop \(1 rows, \d+ times\)/.test(line));
  if (begin < 0) return [...lines];
  const depth = indentation(lines[begin] as string);
  const after = lines.findIndex((line, index) => index > begin && indentation(line) <= depth);
  return [
    ...lines.slice(0, begin),
    `${" ".repeat(depth)}->  … the products of the page, as in the first plan`,
    ...(after < 0 ? [] : lines.slice(after)),
  ];
}

function indentation(line: string): number {
  return line.length - line.trimStart().length;
}

/** The steps without values and parameters, which are no difference between two plans. */
function alike(plan: string): string {
  return plan
    .split("\n")
    .filter((line) => /->|^\w/.test(line))
    .map((line) => line.replace(/\(.*$/, ""))
    .join("\n");
}

function fenced(text: string): string {
  return `\`\`\`text\n${text}\n\`\`\``;
}
