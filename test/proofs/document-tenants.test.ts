import { afterAll, beforeAll, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../kit/database.ts";
import { startServer, type TestServer } from "../kit/harness.ts";
import { sampled } from "../kit/sampled.ts";
import { actionNames, runAction } from "./document-rows.ts";

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
  await runAction(by, name, false);
  await runAction(by, name, true);
}

test.each(sampled(actionNames, (name) => name))("%s: documents of a site with the same ids neither show nor change", async (name) => {
  await runBothWays(server, name);
});
