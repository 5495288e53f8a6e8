import { afterAll, beforeAll, test } from "vitest";
import { startServer, type TestServer } from "../kit/harness.ts";
import { recordAttack } from "./record.ts";
import { runFuzz } from "../queries/fuzz-runs.ts";
import { addQueriedSite, type QueriedSite } from "../queries/queried-site.ts";

let server: TestServer;
let queried: QueriedSite;
beforeAll(async () => {
  server = await startServer();
  queried = await addQueriedSite(server, 1);
});
afterAll(() => server.stop());

test("100,000 faulty queries are answered, or refused by the name of a parameter", { timeout: 3_600_000 }, async (context) => {
  const statuses = await runFuzz(server, queried, 2, 100_000);
  recordAttack(context, {
    attack: "Queries with broken names, operators, values and encodings",
    unit: "requests",
    tried: [...statuses.values()].reduce((sum, count) => sum + count, 0),
    promise: "each was answered, or refused by the name of its parameter",
  });
});
