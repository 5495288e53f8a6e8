import { afterAll, beforeAll, test } from "vitest";
import { startServer, type TestServer } from "../kit/harness.ts";
import { addQueriedSite } from "../queries/queried-site.ts";
import { readWholeLists, runQueries } from "../queries/query-runs.ts";

const long = { timeout: 1_800_000 };

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

test.each([2, 3, 4, 5])("1,200 random queries of a site get the answers of the model: seed %i", long, async (seed) => {
  const queried = await addQueriedSite(server, seed);
  await runQueries(server, queried, seed, 1_200);
  await readWholeLists(server, queried, seed, 20);
});
