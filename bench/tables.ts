import { systemIds } from "../server/src/adapters/system.ts";
import { connectPostgres } from "../server/src/adapters/postgres.ts";
import { addMember } from "../test/kit/admins.ts";
import { bundleImports } from "../test/kit/bundle-imports.ts";
import { assembleForBench } from "./assembled.ts";
import { count, withGoals } from "./lines.ts";
import { residentMiB } from "./process.ts";
import type { Bench } from "./rounds.ts";
import { onPostgres, startVitrine } from "./vitrine.ts";

/** Tables of products, into and out of one server. */
export interface Tables {
  products: number;
  steps: { name: string; seconds: number; grownMiB: number }[];
}

export const tableProducts = 50_000;
const sampleEveryMs = 50;
const mostGrownMiB = 200;

/** Measures on a migrated database. */
export async function measureTables({ scratch }: Bench, url: string, products: number): Promise<Tables> {
  const sql = connectPostgres({ url, poolSize: 1, preparedStatements: true, onIdleError: () => undefined });
  try {
    const { deps } = assembleForBench({ sql, ids: systemIds });
    const { slug, id } = await bundleImports(deps, "http://localhost").addSite();
    const noAsk = () => Promise.reject(new Error("The bench asks through a server."));
    const { headers } = await addMember({ deps, ask: noAsk }, { id }, "EDITOR");
    const server = await startVitrine(scratch, onPostgres(url));
    const address = `http://127.0.0.1:${server.port}/api/admin/v1/sites/${slug}/products.csv`;
    const post = async (csv: string, query = "") => {
      const answer = await fetch(address + query, { method: "POST", headers: { ...headers, "content-type": "text/csv" }, body: csv });
      if (answer.status !== 200) throw new Error(`The import was answered with ${answer.status}: ${await answer.text()}`);
      await answer.text();
    };
    const steps: Tables["steps"] = [];
    const step = async <Value>(name: string, work: () => Promise<Value>): Promise<Value> => {
      const [before, began] = [residentMiB(server.pid), performance.now()];
      let most = before;
      const timer = setInterval(() => (most = Math.max(most, residentMiB(server.pid))), sampleEveryMs);
      try {
        return await work();
      } finally {
        clearInterval(timer);
        steps.push({ name, seconds: (performance.now() - began) / 1_000, grownMiB: most - before });
      }
    };
    await step("a dry run of new products", () => post(tableOf(products), "?dryRun=true"));
    await step("an import of new products", () => post(tableOf(products)));
    const exported = await step("an export", async () => (await fetch(address, { headers })).text());
    await step("an import of the same table", () => post(exported));
    await step("an import with a tenth of the prices changed", () => post(exported.replaceAll(/"10\.\d0"/g, '"9.90"')));
    await server.stop();
    return { products, steps };
  } finally {
    await sql.close();
  }
}

function tableOf(products: number): string {
  const rows = Array.from({ length: products }, (_, row) =>
    ["S", "M"].map(
      (size) => `product-${row},Product ${row % 1_000} of linen,SKU-${row}-${size},${row % 100}.${row % 10}0,${row % 50},${size}\n`,
    ),
  );
  return `product,title,sku,price,stock,option.Size\n${rows.flat().join("")}`;
}

export function tablesSection({ products, steps }: Tables): string {
  const lines = steps.map(({ name, seconds, grownMiB }) => ({
    cells: [name, `${seconds.toFixed(1)} s`, `${count(grownMiB)} MiB`],
    goal: { text: `≤ ${mostGrownMiB} MiB`, met: grownMiB <= mostGrownMiB },
  }));
  return `## Tables of products

${count(products)} products with two variants each, as CSV, through the admin API. The memory is that of the server's process at its highest, above what it had before the step.

${withGoals(["step", "time", "memory"], lines)}
`;
}
