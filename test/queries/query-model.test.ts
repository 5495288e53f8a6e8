import { afterAll, beforeAll, test } from "vitest";
import { startServer, type TestServer } from "../kit/harness.ts";
import { addQueriedSite, type QueriedSite } from "./queried-site.ts";
import { rounds } from "../kit/sampled.ts";
import { readWholeLists, runQueries } from "./query-runs.ts";

let server: TestServer;
let queried: QueriedSite;
beforeAll(async () => {
  server = await startServer();
  queried = await addQueriedSite(server, 1);
});
afterAll(() => server.stop());

test("random queries get the answers of the model", () => runQueries(server, queried, 1, rounds(300, 40)));

test("the pages of a list are the model's order, without gaps and repetitions", () => readWholeLists(server, queried, 2, rounds(12, 4)));
