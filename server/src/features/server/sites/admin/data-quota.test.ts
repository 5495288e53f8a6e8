import { afterAll, beforeEach, expect, test } from "vitest";
import { addAdmin, addMember, asAdmin, codeOf, type TestAdmin } from "../../../../../../test/kit/admins.ts";
import { upload } from "../../../../../../test/kit/assets.ts";
import { editor, pageDraft } from "../../../../../../test/kit/documents.ts";
import { contactForm, submitter } from "../../../../../../test/kit/form-site.ts";
import { startServer, type TestSite } from "../../../../../../test/kit/harness.ts";
import { addProofSite } from "../../../../../../test/kit/proof-site.ts";
import { checkoutClient } from "../../../../../../test/kit/checkout-client.ts";
import { measureSites } from "../tasks/measure-sites.ts";

const server = await startServer({ takesPayments: true });
afterAll(() => server.stop());

const minuteMs = 60_000;
let site: TestSite;
let owner: TestAdmin;
beforeEach(async () => {
  site = await addProofSite(server, "full");
  owner = await addMember(server, site, "OWNER");
  await allow(1);
});

async function measure(): Promise<number> {
  server.clock.advance(5 * minuteMs);
  await measureSites.run(server.deps);
  const [row] = await server.deps.sql<{ bytes: number }>`select bytes::float8 as bytes from site_usage where site_id = ${site.id}`;
  return row?.bytes ?? -1;
}
/** As if it had written for long: audit entries that differ in every byte, which no compression makes smaller. */
async function fill(): Promise<void> {
  await server.deps.sql`
    insert into imported_items (site_id, id, section, name, state)
    select ${site.id}, gen_random_uuid(), 'page', 'filler ' || number, to_json(
      (select string_agg(md5(number::text || part), '') from generate_series(1, 4000) as part)
    )
    from generate_series(1, 12) as number`;
}
const empty = () => server.deps.sql`delete from imported_items where site_id = ${site.id} and name like 'filler %'`;
async function allow(dataQuotaMb: number | null) {
  return asAdmin(server, await addAdmin(server, { isOperator: true })).patch(`/server/sites/${site.slug}`, { dataQuotaMb });
}

test("a full site takes nothing that makes it larger, and all that its buyers do", async () => {
  const siteEditor = editor(server, site, owner);
  const keptPage = await siteEditor.create("pages", pageDraft("kept"));
  const small = await measure();
  await fill();
  const large = await measure();
  expect([small > 0, small < 2 ** 20, large - small > 2 ** 20, large - small < 2 ** 21]).toEqual([true, true, true, true]);

  const refused = await siteEditor.api.post(`${siteEditor.base}/pages`, pageDraft("more"));
  expect([refused.status, refused.json]).toMatchObject([
    507,
    {
      code: "site_full",
      detail: "Its quota is 1 MB. Delete content or submissions, or ask an operator of the server for more space.",
      quotaBytes: 2 ** 20,
      usedBytes: large,
    },
  ]);
  expect(codeOf(await upload(server, site, owner, Buffer.from("hello"), { name: "a.txt", type: "text/plain" }))).toBe("site_full");
  expect(codeOf(await siteEditor.api.post(`${siteEditor.base}/releases`, { name: "Spring" }))).toBe("site_full");

  // Buyers order and pay, and its people delete.
  const ordered = await checkoutClient(server, site).session({ "FJELL-OAK-WOOD": 1 });
  expect(ordered.status).toBe(201);
  expect((await siteEditor.trash("pages", keptPage.id)).status).toBe(204);
  const { json } = await siteEditor.api.get(`${siteEditor.base}/overview`);
  expect(json).toMatchObject({ data: { storage: { dataBytes: large, dataQuotaBytes: 2 ** 20 } } });

  await allow(null);
  server.deps.dataQuotaMb = 1;
  expect((await siteEditor.api.post(`${siteEditor.base}/pages`, pageDraft("more"))).status).toBe(507);
  await empty();
  await measure();
  expect((await siteEditor.api.post(`${siteEditor.base}/pages`, pageDraft("more"))).status).toBe(201);
});

test("a full site takes no submission, and takes them again once an operator allows it more", async () => {
  const other = await server.addSite({ forms: [contactForm()] });
  site = other;
  await fill();
  await measure();
  await allow(1);
  const submit = submitter(server, other);
  const words = { name: "Ada", email: "ada@example.com", message: "Hello" };
  expect((await submit(words)).status).toBe(507);
  owner = await addMember(server, other, "OWNER");
  expect(codeOf(await asAdmin(server, owner).patch(`/server/sites/${other.slug}`, { dataQuotaMb: 9 }))).toBe("permission_missing");
  expect((await allow(9)).json).toMatchObject({ data: { dataQuotaMb: 9, mediaQuotaMb: null } });
  expect((await submit(words)).status).toBe(202);
  expect((await allow(1)).status).toBe(200);
  expect((await submit(words)).status).toBe(507);
  const { json } = await asAdmin(server, owner).get(`/sites/${other.slug}/audit?action=updateServerSite`);
  expect(json).toMatchObject({
    data: [
      { changes: [{ from: 9, to: 1 }] },
      { changes: [{ from: 1, to: 9 }] },
      { changes: [{ member: "dataQuotaMb", from: null, to: 1 }] },
    ],
  });
});

test("a quota is a whole number of MB", async () => {
  for (const dataQuotaMb of [0, 10_000_001, 1.5, "2"]) {
    const api = asAdmin(server, await addAdmin(server, { isOperator: true }));
    expect((await api.patch(`/server/sites/${site.slug}`, { dataQuotaMb })).status).toBe(400);
  }
});

test("several processes measure a site once, and one that fails leaves the last measurement", async () => {
  const before = await measure();
  await fill();
  server.clock.advance(5 * minuteMs);
  let statements = 0;
  const sql = new Proxy(server.deps.sql, {
    get: (target, name, receiver) => {
      if (name === "begin") statements += 1;
      return Reflect.get(target, name, receiver) as unknown;
    },
  });
  const sites = await server.deps.sql<{ id: string }>`select id from sites`;
  await Promise.all([1, 2, 3].map(() => measureSites.run({ ...server.deps, sql })));
  expect(statements % sites.length).toBe(0);
  const [row] = await server.deps.sql<{ bytes: number }>`select bytes::float8 as bytes from site_usage where site_id = ${site.id}`;
  expect(row?.bytes).toBeGreaterThan(before);
  const failing = new Proxy(server.deps.sql, {
    get: (target, name, receiver) =>
      name === "begin" ? () => Promise.reject(new Error("It takes too long.")) : (Reflect.get(target, name, receiver) as unknown),
  });
  server.clock.advance(5 * minuteMs);
  await measureSites.run({ ...server.deps, sql: failing });
  expect(await server.deps.sql`select bytes::float8 as bytes from site_usage where site_id = ${site.id}`).toEqual([row]);
});
