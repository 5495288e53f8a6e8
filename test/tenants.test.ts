import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { Database, Sql } from "../server/src/ports/database.ts";
import { cms, startServer, type TestServer } from "./harness.ts";
import { addTwins, cells, walkTenantMatrix } from "./tenant-matrix.ts";
import { openTestDatabase, replaceSql, type TestDatabase } from "./database.ts";

let database: TestDatabase;
let server: TestServer;
let twins: Awaited<ReturnType<typeof addTwins>>;

beforeAll(async () => {
  database = await openTestDatabase();
  server = await startServer({ database });
  twins = await addTwins(server);
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

test("a site shows all of its own and nothing of another's", async () => {
  expect(await walkTenantMatrix(server, twins)).toEqual([]);
  // Once more: now from memory, where there is one.
  expect(await walkTenantMatrix(server, twins)).toEqual([]);
});

test("the matrix covers every operation that takes a key", () => {
  const paths = cells("m", ["mark-alpha"]).map(({ path }) => cms + (path.split("?")[0] ?? ""));
  for (const { path: template, route } of server.vitrine.addresses.operations) {
    if (route.config?.access !== "key") continue;
    const pattern = new RegExp(`^${template.replace(/pages\/\{slug\}/, "pages/.+").replace(/\{\w+\}/g, "[^/]+")}$`);
    expect([template, paths.some((path) => pattern.test(path))]).toEqual([template, true]);
  }
});

test("another site's document answers like one that never existed, to the byte", async () => {
  const [site] = twins.sites;
  const never = await server.ask(`${cms}/pages/never-existed`, { key: site?.key ?? "" });
  const foreign = await server.ask(`${cms}/pages/own-mark-beta`, { key: site?.key ?? "" });
  const known = (text: string) => text.replace(/"requestId":"[^"]+"/, "");
  expect(known(foreign.text)).toBe(known(never.text));
  const names = (headers: Headers) => [...headers.keys()].sort();
  expect(names(foreign.headers)).toEqual(names(never.headers));
});

// Every comparison with the site in every statement of a read is made true in turn. If the matrix does not notice, either
// the comparison or the matrix is not worth having.
test.runIf(!inject("fromMemory"))("each comparison with the site is needed", { timeout: 300_000 }, async () => {
  const seen = new Map<string, number>();
  const comparison = /(?:\w+\.)?site_id = (?:\$\d+|\w+\.(?:site_)?id)|sites\.id = \$\d+/g;
  const watch = await startServer({
    database,
    throughSql: (sql) => mutated(sql, (text) => (seen.set(text, [...text.matchAll(comparison)].length), text)),
  });
  await walkTenantMatrix(watch, twins);
  await watch.stop();
  const reads = [...seen].filter(([, count]) => count > 0);
  expect(reads.length).toBeGreaterThanOrEqual(5);

  const survivors: string[] = [];
  for (const [statement, count] of reads) {
    if (statement.includes("from api_keys")) continue;
    for (let nth = 0; nth < count; nth += 1) {
      const mutant = await startServer({
        database,
        throughSql: (sql) => mutated(sql, (text) => (text === statement ? withoutNth(text, comparison, nth) : text)),
      });
      const failures = await walkTenantMatrix(mutant, twins).catch(() => ["broken"]);
      await mutant.stop();
      if (failures.length === 0) survivors.push(lineOfNth(statement, comparison, nth));
    }
  }
  expect(survivors).toEqual([]);
});

/** Where the comparison stands, for whoever has to find it. */
function lineOfNth(text: string, comparison: RegExp, nth: number): string {
  const at = [...text.matchAll(comparison)][nth]?.index ?? 0;
  return `${text.trim().slice(0, 60).replaceAll(/\s+/g, " ")} … ${text.slice(Math.max(0, at - 120), at + 60).replaceAll(/\s+/g, " ")}`;
}

/** The text with the nth comparison made true for every site, its parameter still used. */
function withoutNth(text: string, comparison: RegExp, nth: number): string {
  let index = -1;
  return text.replaceAll(comparison, (found) => {
    index += 1;
    if (index !== nth) return found;
    const [left = "", right = ""] = found.split(" = ");
    return `(${left} = ${right} or ${left} is not null)`;
  });
}

/** The database with the text of every statement changed on its way. */
function mutated(sql: Database, change: (text: string) => string): Database {
  const templates = new Map<string, TemplateStringsArray>();
  const changing: Sql = (strings, ...values) => {
    const changed = change(strings.reduce((sum, part, index) => `${sum}$${index}${part}`));
    if (!templates.has(changed)) {
      const parts = changed.split(/\$\d+/);
      templates.set(changed, Object.assign([...parts], { raw: parts }));
    }
    return sql(templates.get(changed) as TemplateStringsArray, ...values);
  };
  return replaceSql(sql, changing);
}
