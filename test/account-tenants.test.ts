import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { accountRows, runAccountRow } from "./account-matrix.ts";
import { changeStatements, openTestDatabase, type TestDatabase } from "./database.ts";
import { startServer, type TestServer } from "./harness.ts";

let database: TestDatabase;
let server: TestServer;
beforeAll(async () => {
  database = await openTestDatabase();
  server = await startServer({ database });
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

test("every operation on customers has a row here", () => {
  const operations = server.vitrine.addresses.operations
    .filter(
      ({ method, path, route }) =>
        !/\/(checkout|account\/orders|plugins)\b/.test(path) &&
        (route.config?.access === "token" || route.config?.access === "keyOrToken" || (route.config?.access === "key" && method !== "GET")),
    )
    .map(({ route }) => (route.schema as { operationId: string }).operationId);
  expect(operations.length).toBeGreaterThanOrEqual(9);
  expect(
    Object.keys(accountRows)
      .filter((name) => !name.includes(" "))
      .sort(),
  ).toEqual(operations.sort());
});

test.each(Object.keys(accountRows))("%s: one site's customer is nothing to another site, whatever they have in common", async (name) => {
  await runAccountRow(server, database.sql, name);
});

const sparing = "select customers.email\n";
const binding = /(?:\w+\.)?site_id = (?:\$\d+|\w+\.(?:site_)?id)|sites\.id = \$\d+/g;

// As in tenants.test.ts, for what writes: each comparison with the site is made true in turn, and some row must notice.
test.runIf(!inject("fromMemory"))("each comparison with the site in a statement on customers is needed", { timeout: 300_000 }, async () => {
  const seen = new Map<string, Set<string>>();
  let row = "";
  let change = (text: string) => {
    seen.set(text, (seen.get(text) ?? new Set()).add(row));
    return text;
  };
  const mutant = await startServer({ database, throughSql: (sql) => changeStatements(sql, (text) => change(text)), fromMemory: false });
  for (row of Object.keys(accountRows)) await runAccountRow(mutant, database.sql, row);
  // What only takes a count back, spares work or takes locks changes nothing that can be seen.
  const statements = [...seen].filter(
    ([text]) =>
      /\b(customers|customer_tokens|attempts)\b/.test(text) &&
      text.search(binding) >= 0 &&
      // What only takes a count back, takes locks or spares work changes nothing that can be seen.
      !text.includes("update attempts") &&
      !text.includes("for update") &&
      !text.includes(sparing),
  );
  expect(statements.length).toBeGreaterThanOrEqual(10);

  const survivors: string[] = [];
  let mutants = 0;
  for (const [statement, rows] of statements) {
    for (let nth = 0; nth < [...statement.matchAll(binding)].length; nth += 1) {
      let index = -1;
      const loosened = statement.replaceAll(binding, (found) => ((index += 1) === nth ? `(${found} or true)` : found));
      // One statement only spares hashing for a token that leads nowhere; with it what decides would never be reached.
      change = (text) => (text === statement ? loosened : text.includes(sparing) ? text.replace(binding, "($& or true)") : text);
      let isNoticed = false;
      for (const name of rows)
        isNoticed ||= await runAccountRow(mutant, database.sql, name).then(
          () => false,
          () => true,
        );
      if (!isNoticed) survivors.push(loosened.trim().replaceAll(/\s+/g, " "));
      mutants += 1;
    }
  }
  await mutant.stop();
  expect(mutant.logged()).not.toMatch(/syntax error|does not exist|could not determine|invalid reference/);
  expect(survivors).toEqual([]);
  expect(mutants).toBeGreaterThanOrEqual(12);
});
