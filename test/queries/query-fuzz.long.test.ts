import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../kit/harness.ts";
import { runFuzz } from "./fuzz-runs.ts";
import { addQueriedSite, type QueriedSite } from "./queried-site.ts";

let server: TestServer;
let queried: QueriedSite;
beforeAll(async () => {
  server = await startServer();
  queried = await addQueriedSite(server, 1);
});
afterAll(() => server.stop());

test("2,000 faulty queries are answered, or refused by the name of a parameter", async () => {
  const statuses = await runFuzz(server, queried, 1, 2_000);
  // Neither all refused nor all answered: the errors are near to what is right.
  expect(Math.min(statuses.get(200) ?? 0, statuses.get(400) ?? 0)).toBeGreaterThan(200);
});
