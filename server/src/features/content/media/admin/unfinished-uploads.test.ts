import { afterAll, expect, test } from "vitest";
import { addMember, asAdmin, codeOf, type TestAdmin } from "../../../../../../test/kit/admins.ts";
import { startServer } from "../../../../../../test/kit/harness.ts";
import { beginUpload, partHeaders, tusHeaders } from "../../../../../../test/kit/tus.ts";
import { objectPrefix } from "../object-key.ts";

const server = await startServer();
afterAll(() => server.stop());

test("unfinished uploads of a person who leaves end with that, and admins can end those of anybody", async () => {
  const small = await server.addSite({ site: { settings: { media: { quotaMb: 1 } } } });
  const boss = await addMember(server, small, "ADMIN");
  const { get, patch: change, delete: remove } = asAdmin(server, boss);
  const announce = (sender: TestAdmin, bytes = 2 ** 20) => beginUpload({ server, site: small, sender }, bytes, { filename: "film.mp4" });
  const listed = async () => (await get(`/sites/${small.slug}/uploads`)).json as { data: { id: string }[]; total: number };
  const bytesInStore = async () => {
    const keys = [];
    for await (const { key } of server.deps.store.list(`${objectPrefix(small.id)}uploads/`)) keys.push(key);
    return keys.length;
  };
  const send = (address: string, by: TestAdmin) =>
    server.ask(address, { method: "PATCH", headers: { ...partHeaders(0), ...by.headers }, body: Buffer.from("first") });
  for (const end of ["remove", "demote"]) {
    const author = await addMember(server, small, "AUTHOR", { name: "Ada" });
    const address = (await announce(author)).headers.get("location") ?? "";
    expect((await send(address, author)).status).toBe(204);
    expect([codeOf(await announce(boss)), await bytesInStore()]).toEqual(["quota_exceeded", 1]);
    const path = `/sites/${small.slug}/members/${author.id}`;
    const { revision } = ((await get(path)).json as { data: { revision: number } }).data;
    const { status } = end === "remove" ? await remove(path, { revision }) : await change(path, { role: "VIEWER" }, { revision });
    expect([status, await bytesInStore(), (await listed()).total]).toEqual([end === "remove" ? 204 : 200, 0, 0]);
    const announcement = await announce(boss);
    expect(announcement.status).toBe(201);
    await server.ask(announcement.headers.get("location") ?? "", { method: "DELETE", headers: { ...tusHeaders, ...boss.headers } });
  }
  // Of somebody whose account is disabled: they cannot end it, and are still a member.
  const author = await addMember(server, small, "AUTHOR", { name: "Ada" });
  const address = (await announce(author)).headers.get("location") ?? "";
  await server.deps.sql`update admins set disabled_at = created_at where id = ${author.id}`;
  expect(await listed()).toMatchObject({
    data: [{ name: "film.mp4", bytes: 2 ** 20, offset: 0, by: { id: author.id, name: "Ada" } }],
    total: 1,
  });
  const editor = await addMember(server, small, "EDITOR");
  const end = (by: TestAdmin) => server.ask(address, { method: "DELETE", headers: { ...tusHeaders, ...by.headers } });
  expect(codeOf(await asAdmin(server, editor).get(`/sites/${small.slug}/uploads`))).toBe("permission_missing");
  expect([(await end(editor)).status, (await end(boss)).status, (await listed()).total]).toEqual([404, 204, 0]);
  expect((await announce(boss)).status).toBe(201);
});
