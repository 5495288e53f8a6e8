import { afterAll, beforeAll, test } from "vitest";
import { startServer, type TestServer } from "../kit/harness.ts";
import { runFuzz } from "../queries/fuzz-runs.ts";
import { addQueriedSite, type QueriedSite } from "../queries/queried-site.ts";

let server: TestServer;
let queried: QueriedSite;
beforeAll(async () => {
  server = await startServer();
  queried = await addQueriedSite(server, 1);
});
afterAll(() => server.stop());

test("100,000 faulty queries are answered, or refused by the name of a parameter", { timeout: 3_600_000 }, async () => {
  await runFuzz(server, queried, 2, 100_000);
});
