import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../kit/database.ts";
import { startServer, type TestServer } from "../kit/harness.ts";
import { sampled } from "../kit/sampled.ts";
import { loosenStatements, runsOf } from "./loosened-statements.ts";
import { releaseActions, runReleaseAction } from "./release-rows.ts";

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

async function runBothWays(by: TestServer, name: string): Promise<void> {
  await runReleaseAction(by, name, false);
  await runReleaseAction(by, name, true);
}

test.each(sampled(releaseActions, (name) => name))("%s: releases of a site with the same ids neither show nor change", async (name) => {
  await runBothWays(server, name);
});

const releaseTables = /\b(?:releases|release_items|release_changes)\b/;
const binding = /(?:\w+\.)?site_id = \$\d+/g;

// As in tenants.test.ts, for releases: each comparison with the site is made true in turn, and some action must notice.
test.runIf(!inject("fromMemory"))("each comparison with the site in a statement on releases is needed", { timeout: 550_000 }, async () => {
  const { mutants } = await loosenStatements({
    start: (throughSql) => startServer({ database, throughSql, fromMemory: false }),
    runs: runsOf(releaseActions, (by, name) => runBothWays(by, name)),
    isMeant: (text) => releaseTables.test(text),
    binding,
    isUnseen: (statement, comparison) =>
      // No role may publish, and not change the shop.
      statement.includes("select id from release_changes") ||
      // The ids are those that a trial of this very release has named; its statements compare the site.
      statement.includes('as "blockType"') ||
      // The id is in a preview of the site, whose comparison is needed.
      (statement.includes("where previews.token_hash") && comparison.startsWith("releases.site_id")),
  });
  expect(mutants).toBeGreaterThanOrEqual(30);
});
