import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember, asAdmin, codeOf, type TestAdmin } from "../../../test/kit/admins.ts";
import { startServer, type TestServer, type TestSite } from "../../../test/kit/harness.ts";
import { pageIdOf } from "../../../test/kit/previews.ts";
import { everyRoute } from "../routes.ts";
import { isRepeatable } from "./repeatable.ts";

let server: TestServer;
let site: TestSite;
let ada: TestAdmin;
beforeAll(async () => {
  server = await startServer();
  site = await server.addSite({ pages: [{ slug: "home", locale: "en", title: "Home", composition: [] }] });
  ada = await addMember(server, site, "OWNER");
});
afterAll(() => server.stop());

const page = (slug: string) => ({ locale: "en", slug, title: slug, composition: [] });
const send = (body: object, key: string, { who = ada, path = "pages", at = site } = {}) =>
  asAdmin(server, who).post(`/sites/${at.slug}/${path}`, body, { headers: { "idempotency-key": key } });
const pages = async () => ((await asAdmin(server, ada).get(`/sites/${site.slug}/pages`)).json as { total: number }).total;

test("a request that is repeated under its key gets the same answer, and makes nothing twice", async () => {
  const before = await pages();
  const answers = [await send(page("one"), "k1"), await send(page("one"), "k1")];
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect(answers[1]?.json).toEqual(answers[0]?.json);
  expect(answers.map(({ headers }) => headers.get("etag"))).toEqual(Array(2).fill(answers[0]?.headers.get("etag")));
  expect(answers.map(({ headers }) => headers.get("idempotent-replayed"))).toEqual([null, "true"]);
  expect(await pages()).toBe(before + 1);
  const log = await asAdmin(server, ada).get(`/sites/${site.slug}/audit?action=createDocument`);
  expect(log.json).toMatchObject({ total: 1 });
});

test("of many at once one makes it", async () => {
  const before = await pages();
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(page("many"), "k-many")));
  expect(answers.map((answer) => codeOf(answer)).filter((code) => code !== undefined && code !== "idempotency_in_progress")).toEqual([]);
  expect((await send(page("many"), "k-many")).status).toBe(201);
  expect(await pages()).toBe(before + 1);
});

test("a key with another body or at another address is refused, and after a problem it is free again", async () => {
  await send(page("two"), "k2");
  expect(codeOf(await send(page("three"), "k2"))).toBe("idempotency_key_reused");
  const id = await pageIdOf(server, site);
  const copies = [
    await send({}, "k-copy", { path: `pages/${id}/duplicate` }),
    await send({}, "k-copy", { path: `pages/${ada.id}/duplicate` }),
  ];
  expect(copies.map((answer) => codeOf(answer))).toEqual([undefined, "idempotency_key_reused"]);
  expect(codeOf(await send({ ...page("x"), locale: "xx" }, "k3"))).toBe("locale_unsupported");
  expect((await send(page("four"), "k3")).status).toBe(201);
  for (const key of ["", "x".repeat(256)])
    expect([key.length, codeOf(await send(page("five"), key))]).toEqual([key.length, "validation_failed"]);
});

test("keys are of a person and a site", async () => {
  const eve = await addMember(server, site, "OWNER");
  const other = await server.addSite();
  const there = await addMember(server, other, "OWNER");
  const ids = await Promise.all(
    [send(page("of-ada"), "same"), send(page("of-eve"), "same", { who: eve }), send(page("there"), "same", { who: there, at: other })].map(
      async (answer) => ((await answer).json as { data?: { id: string } }).data?.id,
    ),
  );
  expect(new Set(ids).size).toBe(3);
  expect(ids).not.toContain(undefined);
});

test("where the answer has a secret the key is refused, nothing is made, and no answer is kept", async () => {
  const readKeptRequests = () => server.deps.sql<{ id: string }>`select id from idempotent_requests where site_id = ${site.id}`;
  const before = await readKeptRequests();
  for (const [path, body] of [
    ["keys", { name: "new" }],
    ["previews", { page: await pageIdOf(server, site) }],
  ] as const) {
    const refused = await send(body, "k-secret", { path });
    expect([path, refused.status, codeOf(refused)]).toEqual([path, 400, "bad_request"]);
    expect((await asAdmin(server, ada).post(`/sites/${site.slug}/${path}`, body)).status).toBe(201);
  }
  expect(await readKeptRequests()).toHaveLength(before.length);
});

test("every operation that makes something in a site is repeatable, shows a secret, or takes a file, of which there is one anyway", () => {
  const making = everyRoute.filter(({ access, method, response = {} }) => access === "member" && method === "POST" && "201" in response);
  const secret = making.filter((operation) => !isRepeatable(operation)).map(({ id }) => id);
  expect(secret.sort()).toEqual(["createApiKey", "createAsset", "createUpload", "createWebhook", "issuePreview"]);
  expect(making.length).toBeGreaterThan(secret.length + 2);
});
