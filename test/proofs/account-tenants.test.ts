import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { accountRows, runAccountRow } from "./account-matrix.ts";
import { openTestDatabase, type TestDatabase } from "../kit/database.ts";
import { startServer, type TestServer } from "../kit/harness.ts";
import { sampled } from "../kit/sampled.ts";
import { loosenStatements, runsOf } from "./loosened-statements.ts";

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
  const operations = server.vitrine.operations
    .filter(
      ({ method, path, access }) =>
        !/\/(checkout|account\/orders|gift-cards|plugins)\b/.test(path) &&
        (access === "token" || access === "keyOrToken" || (access === "key" && method !== "GET")),
    )
    .map(({ id }) => id);
  expect(operations.length).toBeGreaterThanOrEqual(9);
  expect(
    Object.keys(accountRows)
      .filter((name) => !name.includes(" "))
      .sort(),
  ).toEqual(operations.sort());
});

test.each(sampled(Object.keys(accountRows), (name) => name))(
  "%s: one site's customer is unknown to another site, whatever they have in common",
  async (name) => {
    await runAccountRow(server, database.sql, name);
  },
);

const sparing = "select customers.email\n";
const binding = /(?:\w+\.)?site_id = (?:\$\d+|\w+\.(?:site_)?id)|sites\.id = \$\d+/g;

// As in tenants.test.ts, for writes: each comparison with the site is made true in turn, and some row must notice.
test.runIf(!inject("fromMemory"))("each comparison with the site in a statement on customers is needed", { timeout: 300_000 }, async () => {
  // By the keys, as in money-tenants.test.ts: otherwise the row that was changed last is found last.
  const copy = await openTestDatabase({ off: ["enable_seqscan", "enable_bitmapscan", "jit"] });
  const { statements, mutants } = await loosenStatements({
    start: (throughSql) => startServer({ database: copy, throughSql, fromMemory: false }),
    runs: runsOf(Object.keys(accountRows), (by, name) => runAccountRow(by, copy.sql, name)),
    // Statements that only take a count back, take locks or save work change nothing visible.
    isMeant: (text) =>
      /\b(customers|customer_tokens|customer_addresses|attempts|customer_id = null)\b/.test(text) &&
      !text.includes("update attempts") &&
      !text.includes("for update") &&
      !/^\s*select id from customers\b/.test(text) &&
      !text.includes(sparing),
    binding,
    // One statement only saves hashing for an invalid token; with it the deciding statement would never be reached.
    meanwhile: (text) => (text.includes(sparing) ? text.replace(binding, "($& or true)") : text),
  });
  await copy.drop();
  expect(statements).toBeGreaterThanOrEqual(10);
  expect(mutants).toBeGreaterThanOrEqual(12);
});
