import { replaceSql } from "../kit/database.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database, Sql } from "../../server/src/ports/database.ts";
import { cms, startServer, type TestServer } from "../kit/harness.ts";
import { previews } from "../kit/previews.ts";
import { sampleSite } from "../kit/sample-site.ts";

let server: TestServer;
let failure: Error | undefined;

function failing(sql: Database): Database {
  const maybe: Sql = (strings, ...values) =>
    failure && /published_documents|from previews/.test(strings.join("")) ? Promise.reject(failure) : sql(strings, ...values);
  return replaceSql(sql, maybe);
}

beforeAll(async () => {
  server = await startServer({ throughSql: failing, fromMemory: false });
});
afterAll(() => server.stop());

const canaries = {
  query: "canary-query-1",
  path: "canary-path-2",
  header: "canary-header-3",
  token: "canary-token-4",
  body: "canary-body-5",
  key: "pk_canaryKey6canaryKey6canaryKey66xx",
};

test("no secret, URL, header or body is in a log line, a metric or an error", async () => {
  const site = await server.addSite(sampleSite());
  const headers = {
    "x-custom": canaries.header,
    authorization: `Bearer ${canaries.token}`,
    cookie: canaries.header,
    "user-agent": canaries.header,
  };
  const answers = [
    await server.ask(`${cms}/pages/home?token=${canaries.query}`, { key: site.key, headers }),
    await server.ask(`${cms}/pages/${canaries.path}`, { key: site.key, headers }),
    await server.ask(`${cms}/preview/pv_${canaries.token}`, { headers }),
    await server.ask(`${cms}/pages?page=${canaries.query}`, { key: site.key, headers }),
    await server.ask(`${cms}/pages?locale=${canaries.query}`, { key: site.key, headers }),
    await server.ask(`/${canaries.path}`, { headers }),
    await server.ask(`${cms}/pages/home`, { key: canaries.key, headers }),
    await server.ask(`${cms}/pages`, { method: "POST", body: canaries.body, headers }),
  ];
  const [good, cancelled] = [await previews(server, site).issue("with-draft"), await previews(server, site).issue("with-draft")];
  await previews(server, site).run("preview cancel", { tokenOrId: cancelled.token });
  const previewAnswer = await server.ask(`${cms}/preview/${good.token}?token=${canaries.query}`, { headers });
  expect([previewAnswer.status, previewAnswer.text]).toEqual([200, expect.stringContaining("DRAFT-sample")]);
  answers.push(
    previewAnswer,
    await server.ask(`${cms}/preview/${good.token}?locale=${canaries.query}`, { headers }),
    await server.ask(`${cms}/preview/${good.token}`, { method: "POST", headers }),
    await server.ask(`${cms}/preview/${good.token}/${canaries.path}`, { headers }),
    await server.ask(`${cms}/preview/${cancelled.token}`, { headers }),
    await server.ask(`${cms}/pages`, { headers: { "x-api-key": good.token } }),
  );
  // No part of a token may be there either, except for the four characters by which people distinguish previews.
  const tokens = [good, cancelled].flatMap(({ token }) => [token, token.slice(3, 31), encodeURIComponent(token)]);
  const metrics = await server.ask("/metrics");
  expect(metrics.text).toContain('operation="getPreview"');
  expect(server.logged()).toContain('"route":"/api/public/v1/preview/:token"');
  const said = answers.map(({ text, headers: got }) => text + JSON.stringify([...got]));
  const everything = [server.logged(), metrics.text, ...said].join("\n");
  expect(server.logged()).toContain('"route":"/api/public/v1/pages/*"');
  for (const canary of [...Object.values(canaries), ...tokens, site.key]) expect(everything).not.toContain(canary);
});

/** The client's view of a failure, and the log's. */
async function failed(error: Error) {
  const site = await server.addSite(sampleSite());
  failure = error;
  const response = await fetch(`${server.url}${cms}/pages/home`, { headers: { "x-api-key": site.key } });
  const body = (await response.json()) as { code: string; detail: string; requestId: string };
  failure = undefined;
  expect([response.status, body.code, body.detail]).toEqual([500, "internal_error", "Something went wrong on the server"]);
  const line =
    server
      .logged()
      .split("\n")
      .find((candidate) => candidate.includes("unexpected error") && candidate.includes(body.requestId)) ?? "";
  return { body, line };
}

test("an unexpected error reveals nothing to clients, and no data in the log", async () => {
  const { body, line } = await failed(
    Object.assign(new Error("duplicate key value: (email)=(canary@example.com)"), {
      code: "23505",
      detail: "canary-detail",
      table: "versions",
    }),
  );
  expect(JSON.parse(line)).toMatchObject({ level: 50, requestId: body.requestId, error: { code: "23505", table: "versions" } });
  expect(line).not.toContain("canary");
  expect(JSON.stringify(body)).not.toMatch(/canary|versions|\b23505\b|at /);
});

test("an internal error of the database is named in the log, without its message", async () => {
  const { body, line } = await failed(
    Object.assign(new Error("cache lookup failed for type 16385"), { code: "XX000", detail: "canary-detail" }),
  );
  expect(JSON.parse(line)).toMatchObject({ error: { code: "XX000", message: "cache lookup failed for type 16385" } });
  expect(line).not.toContain("canary");
  expect(JSON.stringify(body)).not.toMatch(/canary|cache|XX000|at /);
});

test.each([
  ...["22001", "22003", "22021", "22P02", "22P05", "2201W", "2201B", "22007"].map((state) => [state, 400, "bad_request"] as const),
  ...["40001", "40P01", "55P03", "57014"].map((state) => [state, 503, "unavailable"] as const),
  ...["08000", "08003", "08006", "25P03", "53000", "53100", "53200", "53300", "57P01", "57P02", "57P03", "58030"].map(
    (state) => [state, 503, "unavailable"] as const,
  ),
])("an error %s of the database causes a %i %s, without its words", async (state, status, code) => {
  const site = await server.addSite(sampleSite());
  failure = Object.assign(new Error("canary of the database"), { code: state });
  const { status: got, json, text, headers } = await server.ask(`${cms}/pages/home`, { key: site.key });
  failure = undefined;
  expect([got, (json as { code: string }).code]).toEqual([status, code]);
  expect(text).not.toContain("canary");
  if (status === 503) expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
});

test.each([
  ["08006", 503, "unavailable"],
  ["57014", 503, "unavailable"],
  ["22021", 400, "bad_request"],
])("a preview whose statement fails with %s returns only %i %s, and is not indexed", async (state, status, code) => {
  const site = await server.addSite(sampleSite());
  const { token } = await previews(server, site).issue("home");
  failure = Object.assign(new Error(`canary of ${token}`), { code: state });
  const { status: got, json, text, headers } = await server.ask(`${cms}/preview/${token}`);
  failure = undefined;
  expect([got, (json as { code: string }).code, headers.get("x-robots-tag")]).toEqual([status, code, "noindex"]);
  expect(text + server.logged()).not.toContain(token);
});
