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
    says: "PostgreSQL reads the page from the index of its order, without sorting, and knows the total. It assembles only the 20 products of the page.",
    uses: ["products_by_creation"],
  },
  {
    path: "/products?page=100",
    says: "For a later page, PostgreSQL skips what comes before it in the same index: 2,000 entries of the index, not 2,000 products.",
    uses: ["products_by_creation"],
  },
  { path: "/products?sort=updatedAt", says: "The same, with the index of this order.", uses: ["products_by_change"] },
  { path: "/products?sort=title", says: "The same, with the index of this order.", uses: ["products_by_title"] },
  { path: "/products?sort=price:desc", says: "The same, with the index of this order, read backwards.", uses: ["products_by_price"] },
  {
    path: "/products?minPrice=1000&maxPrice=3000",
    says: "The count reads a range of the index of prices. The page has another order, so PostgreSQL sorts the products within the range, from an index that contains everything that the order needs.",
    uses: ["products_by_price"],
  },
  {
    path: "/products?category=category-3&minPrice=1000&maxPrice=30000&sort=price",
    says: "PostgreSQL finds the category and its subcategories by their paths. One index then has the products of each within the prices, and everything that the order needs.",
    uses: ["categories_by_path", "products_by_category"],
  },
  {
    path: `/products?q=${vocabulary[300] as string}`,
    says: "PostgreSQL finds the words of the site that are similar to the typed word. The index of words has the products of each.",
    uses: ["search_words_alike", "products_by_word"],
  },
  {
    path: `/products?q=${vocabulary[12_000] as string}x%20${vocabulary[0] as string}`,
    says: "Two words, one of them misspelt: the index of words has the products that contain both words, or similar ones.",
    uses: ["search_words_alike", "products_by_word"],
  },
  {
    path: `/products?q=${vocabulary[300] as string}&category=category-3`,
    says: "PostgreSQL reads the index of words or the index of categories, whichever promises fewer products, and compares these with the other conditions.",
    uses: ["search_words_alike", "categories_by_path"],
  },
  {
    path: "/products/slug/product-1",
    says: "PostgreSQL finds one product in the unique index of slugs.",
    uses: ["products_site_id_slug_key"],
  },
  { path: "/products/{id}", id: "product", says: "PostgreSQL finds one product by the primary key.", uses: ["products_pkey"] },
  {
    path: "/categories",
    says: "PostgreSQL finds all categories of the site in an index that begins with the site, counts them and sorts them.",
    uses: [],
  },
  { path: "/categories?tree=true", says: "The same without a limit: the tree needs all categories.", uses: [] },
  { path: "/categories?q=ba", says: "The same. PostgreSQL also compares the words of each category, because a site has few.", uses: [] },
  {
    path: "/categories/slug/category-3",
    says: "PostgreSQL finds one category in the unique index of slugs.",
    uses: ["categories_site_id_slug_key"],
  },
  { path: "/categories/{id}", id: "category", says: "PostgreSQL finds one category by the primary key.", uses: ["categories_pkey"] },
  { path: "/subscriptions/plans", says: "PostgreSQL finds all plans of the site in an index that begins with the site.", uses: [] },
];

interface Shown {
  path: string;
  says: string;
  custom: Plan;
  generic: Plan;
  /** The products of a page are shown in this one alone. */
  isFirst: boolean;
  /** Functions whose plan was shown. */
  shownFunctions: Set<string>;
}

/** A table on so few pages (of 8 KiB) is read whole because that is cheaper than its index. */
const tinyPages = 8;

/**
 * The plans of the catalogue's statements on the database, as Markdown, with their errors: a full scan of a table
 * that is not tiny or has no index for it, or an index that is not used as explained.
 */
export async function explainCatalogue(url: string, { large, sites }: CatalogueSizes): Promise<{ text: string; errors: string[] }> {
  const { statements, pages } = await readDatabase(url);
  const explainer = await openExplainer(url);
  const errors: string[] = [];
  const sections: string[] = [];
  const shownFunctions = new Set<string>();
  for (const [index, { path, says, uses }] of explained.entries()) {
    const statement = statements[index] as Statement;
    const custom = await explainer.explain(statement, "custom");
    const generic = await explainer.explain(statement, "generic");
    errors.push(...(await errorsOf(explainer, statement, [custom, generic], pages)).map((error) => `${path}: ${error}`));
    for (const name of uses) {
      const all = [custom.lines, ...custom.functions.values()].flat();
      if (!all.some((line) => line.includes(name))) errors.push(`${path}: the plan does not use ${name}.`);
    }
    sections.push(section({ path, says, custom, generic, isFirst: index === 0, shownFunctions }));
  }
  await explainer.close();
  const count = large.products.toLocaleString("en-US");
  const text = `# Plans of the catalogue

\`node --import tsx bench/plans.ts\` and \`npm run bench\` write this page. It shows how PostgreSQL answers the statements of the catalogue for
a site of ${count} products in a database of ${sites} sites. The script records these statements from the server. Each plan is for the parameters
of the request, with the actual numbers of rows. If the plan for any parameters takes other steps, the page shows it too. The site and the
ids of the request are left out (\`'…'\`).

The script fails when a plan reads a whole table. It allows this for a table of at most ${tinyPages} pages, such as \`sites\` here, which is cheaper to
read than its index. If such scans are forbidden, PostgreSQL must be able to use an index instead.

${sections.join("\n\n")}
`;
  return { text, errors };
}

function section({ path, says, custom, generic, isFirst, shownFunctions }: Shown): string {
  const plans = [custom, generic].map(({ lines }) => withoutProducts(lines).join("\n")) as [string, string];
  const functions = [...custom.functions].filter(([name]) => !shownFunctions.has(name));
  for (const [name] of functions) shownFunctions.add(name);
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

/** The steps without values and parameters, which do not differ between two plans. */
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
