import { afterAll, beforeAll, test } from "vitest";
import { few } from "../../server/src/features/content/queries/few-documents.ts";
import { startServer, type TestServer } from "../kit/harness.ts";
import { addQueriedSite, type QueriedSite } from "./queried-site.ts";
import { readWholeLists, runQueries } from "./query-runs.ts";

const usual = { ...few };
let server: TestServer;
let queried: QueriedSite;
beforeAll(async () => {
  // The site is small: with these limits the server finds most of its lists as it does among many documents.
  Object.assign(few, { found: 20, lookedUp: 5, searched: 3 });
  server = await startServer();
  queried = await addQueriedSite(server, 1);
});
afterAll(async () => {
  Object.assign(few, usual);
  await server.stop();
});

test("80 random queries among many documents get the answers of the model", () => runQueries(server, queried, 3, 80));

test("the pages of a list of many are the model's order, without gaps and repetitions", () => readWholeLists(server, queried, 4, 3));
