import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { few } from "../../server/src/features/content/queries/few-documents.ts";
import { openTestDatabase, type TestDatabase } from "../kit/database.ts";
import { startServer, type TestServer } from "../kit/harness.ts";
import { loosenStatements } from "./loosened-statements.ts";
import { dishCells } from "./queried-twins.ts";
import { walkTenantMatrix } from "./tenant-matrix.ts";
import { addTwins, type Twin } from "./tenant-twins.ts";

/* The statements that read values of many documents, which the twins do not have: here the server takes any number for many, even none. */

const usual = { ...few };
let database: TestDatabase;
let server: TestServer;
let twins: Twin[];

beforeAll(async () => {
  Object.assign(few, { found: -1, lookedUp: -1 });
  database = await openTestDatabase();
  server = await startServer({ database });
  twins = await addTwins(server);
});
afterAll(async () => {
  Object.assign(few, usual);
  await server.stop();
  await database.drop();
});

const isMany = (statement: string) => /uuid_send/.test(statement);
const binding = /(?:\w+\.)?site_id = \$\d+|sites\.id = \$\d+/g;

// From memory, no statement is run a second time.
test.runIf(!inject("fromMemory"))("each comparison with the site is needed where many are found", { timeout: 300_000 }, async () => {
  // Each condition once, and with words those that lead to other tables.
  const isWanted = (path: string) =>
    !/[?&]page|facets=same/.test(path) && (!/&q=dish/.test(path) || /plate|good|group|side|facets/.test(path));
  const paths = (twin: Twin) => dishCells(twin, twins).flatMap(({ path }) => (isWanted(path) ? [path] : []));
  const names = twins.flatMap((twin) => paths(twin).map((path) => `${twin.mark} ${path}`));
  const run = (name: string) => async (by: TestServer) => {
    const faults = await walkTenantMatrix(by, twins, { only: (each) => each === name });
    if (faults.length > 0) throw new Error(faults.join("\n"));
  };
  const { statements, mutants } = await loosenStatements({
    start: (throughSql) => startServer({ database, throughSql, keptBytes: 1 }),
    runs: Object.fromEntries(names.map((name) => [name, run(name)])),
    isMeant: isMany,
    binding,
    // What is read of each document is the same piece in the statements of few documents, where tenants.test.ts proves it.
    // And documents by their ids are those that were found in the site: no other site has the id.
    isUnseen: (statement, comparison) =>
      comparison.startsWith("links.") || (statement.includes("document_id = given.id") && comparison.startsWith("site_id")),
    // Both statements leave out targets that are not public: one is enough, so the other may not.
    meanwhile: (statement) => (isMany(statement) ? statement.replaceAll(/target\.site_id = \$\d+/g, "($& or true)") : statement),
  });
  expect(statements).toBeGreaterThanOrEqual(3);
  expect(mutants).toBeGreaterThan(20);
});
