import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember, asAdmin, codeOf, type TestAdmin } from "../../../../../../test/kit/admins.ts";
import { cms, startServer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";
import { commandNamed } from "../../../../commands.ts";

let server: TestServer;
let site: TestSite;
let ada: TestAdmin;
beforeAll(async () => {
  server = await startServer();
  site = await server.addSite();
  ada = await addMember(server, site, "ADMIN", { name: "Ada" });
});
afterAll(() => server.stop());

type Key = { id: string; key: string; lastFour: string };
const at = (path: string) => `/sites/${site.slug}${path}`;
const make = async (body: object) => asAdmin(server, ada).post(at("/keys"), body);
const read = (key: string) => server.ask(`${cms}/pages`, { key });

test("a key opens the public API at once, until it is revoked, and no other answer shows it", async () => {
  const answer = await make({ name: "Storefront", readLimit: 50 });
  const { data } = answer.json as { data: Key };
  expect([answer.status, data]).toEqual([
    201,
    expect.objectContaining({ name: "Storefront", readLimit: 50, revokedAt: null, lastFour: data.key.slice(-4) }),
  ]);
  expect((await read(data.key)).status).toBe(200);
  const { get, delete: remove } = asAdmin(server, ada);
  expect((await get(at(`/keys/${data.id}`))).json).toMatchObject({ data: { id: data.id, name: "Storefront", readLimit: 50 } });
  expect((await remove(at(`/keys/${data.id}`))).status).toBe(204);
  await server.directory.poll();
  expect(codeOf(await read(data.key))).toBe("api_key_invalid");
  expect(codeOf(await remove(at(`/keys/${data.id}`)))).toBe("key_not_found");
  const listed = await get(at("/keys"));
  expect(listed.json).toMatchObject({ total: 2, data: [{ name: "test" }, { id: data.id, revokedAt: expect.any(String) as string }] });
  const log = await get(at("/audit?target=key"));
  expect((log.json as { data: { action: string }[] }).data.map(({ action }) => action)).toEqual(["revokeApiKey", "createApiKey"]);
  expect([listed.text, log.text, server.logged()].some((text) => text.includes(data.key))).toBe(false);
});

test("a key is revoked by its id alone, whatever the others are called", async () => {
  const { id } = ((await make({ name: "One" })).json as { data: Key }).data;
  const { key } = ((await make({ name: id })).json as { data: Key }).data;
  expect((await asAdmin(server, ada).delete(at(`/keys/${id}`))).status).toBe(204);
  await server.directory.poll();
  expect((await read(key)).status).toBe(200);
});

test("names and limits are those of the command line", async () => {
  for (const [body, path] of [
    [{ name: "" }, "/name"],
    [{ name: "x".repeat(201) }, "/name"],
    [{ name: "a", readLimit: 0 }, "/readLimit"],
    [{ name: "a", key: "pk_" }, "/key"],
    [{}, "/name"],
  ] as const) {
    expect([body, (await make(body)).json]).toMatchObject([body, { code: "validation_failed", errors: [{ path }] }]);
  }
});

test("a site has a hundred active keys, however many are asked for at once", async () => {
  const ownSite = await server.addSite();
  const owner = asAdmin(server, await addMember(server, ownSite, "OWNER"));
  await server.deps.sql`
    insert into api_keys (id, site_id, name, key_hash, last_four, created_at)
    select gen_random_uuid(), ${ownSite.id}, 'made', sha256(gen_random_uuid()::text::bytea), 'test', ${server.clock.now()}
    from generate_series(1, 97)`;
  const statuses = (await Promise.all(["a", "b", "c", "d"].map((name) => owner.post(`/sites/${ownSite.slug}/keys`, { name })))).map(
    ({ status }) => status,
  );
  expect(statuses.sort()).toEqual([201, 201, 409, 409]);
  const { data } = (await owner.get(`/sites/${ownSite.slug}/keys?pageSize=1`)).json as { data: Key[] };
  await owner.delete(`/sites/${ownSite.slug}/keys/${data[0]?.id}`);
  expect((await owner.post(`/sites/${ownSite.slug}/keys`, { name: "e" })).status).toBe(201);
});

test("the command line leaves the same rows in the log", async () => {
  const ownSite = await server.addSite();
  const context = { ...server.deps, progress: () => undefined };
  const { id } = (await commandNamed("key create").run(context, { slug: ownSite.slug, name: "From here" })) as Key;
  await commandNamed("key revoke").run(context, { slug: ownSite.slug, key: "From here" });
  const log = await asAdmin(server, await addMember(server, ownSite, "OWNER")).get(`/sites/${ownSite.slug}/audit`);
  expect(log.json).toMatchObject({
    total: 2,
    data: ["key revoke", "key create"].map((action) => ({
      action,
      actor: { kind: "CLI", admin: null },
      target: { type: "key", id, label: "From here" },
    })),
  });
});
