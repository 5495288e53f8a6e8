import { afterAll, beforeEach, expect, test } from "vitest";
import { addAdmin, addMember, asAdmin, codeOf, type TestAdmin } from "../../../../../../test/kit/admins.ts";
import { upload } from "../../../../../../test/kit/assets.ts";
import { startServer, type TestSite } from "../../../../../../test/kit/harness.ts";
import { beginUpload } from "../../../../../../test/kit/tus.ts";

const server = await startServer();
afterAll(() => server.stop());

const megabyte = 2 ** 20;
let site: TestSite;
let owner: TestAdmin;
beforeEach(async () => {
  server.deps.media.quotaMb = 1;
  site = await server.addSite();
  owner = await addMember(server, site, "OWNER");
});

const send = (bytes: number, name = "notes.txt") => upload(server, site, owner, Buffer.alloc(bytes, name), { name, type: "text/plain" });
const announce = (bytes: number) => beginUpload({ server, site, sender: owner }, bytes);
async function setOwn(quotaMb: number | null) {
  const { get, patch } = asAdmin(server, owner);
  const { json } = await get(`/sites/${site.slug}`);
  return patch(
    `/sites/${site.slug}`,
    { settings: { media: { quotaMb } } },
    { revision: (json as { data: { revision: number } }).data.revision },
  );
}
async function allow(mediaQuotaMb: number | null) {
  const { patch } = asAdmin(server, await addAdmin(server, { isOperator: true }));
  return patch(`/server/sites/${site.slug}`, { mediaQuotaMb });
}

test("no site stores more files than the server allows, whatever its settings say", async () => {
  const refused = await setOwn(10_000_000);
  expect([refused.status, refused.json]).toMatchObject([
    400,
    {
      code: "validation_failed",
      detail: "settings/media/quotaMb is more than the 1 MB that this server allows the site. An operator of the server can allow it more",
      errors: [{ path: "/settings/media/quotaMb", code: "maximum" }],
    },
  ]);
  // As an import, or an earlier version, has stored it.
  await server.import({
    bundle: 1,
    site: {
      slug: site.slug,
      name: "A site",
      defaultLocale: "en",
      locales: ["en"],
      currency: "eur",
      settings: { media: { quotaMb: 9_000 } },
    },
  });
  expect((await announce(megabyte + 1)).json).toMatchObject({ code: "quota_exceeded", quotaBytes: megabyte });
  const full = await send(megabyte + 1);
  expect([full.status, full.json]).toMatchObject([
    409,
    { code: "quota_exceeded", detail: "Its quota is 1 MB. Delete files, or ask an operator of the server for more space." },
  ]);
  expect((await send(megabyte)).status).toBe(201);
  // The number that is there hinders no other change.
  const { get, patch } = asAdmin(server, owner);
  const { json } = await get(`/sites/${site.slug}`);
  const { revision } = (json as { data: { revision: number } }).data;
  expect((await patch(`/sites/${site.slug}`, { name: "Another name" }, { revision })).status).toBe(200);
});

test("operators alone allow a site more, and it can set less", async () => {
  expect(codeOf(await asAdmin(server, owner).patch(`/server/sites/${site.slug}`, { mediaQuotaMb: 9 }))).toBe("permission_missing");
  const allowed = await allow(2);
  expect([allowed.status, allowed.json]).toMatchObject([200, { data: { slug: site.slug, mediaQuotaMb: 2 } }]);
  expect((await announce(2 * megabyte)).status).toBe(201);
  expect((await setOwn(3)).status).toBe(400);
  expect((await setOwn(2)).status).toBe(200);
  expect((await setOwn(1)).status).toBe(200);
  const refusal = await send(megabyte + 1);
  expect(refusal.json).toMatchObject({
    code: "quota_exceeded",
    detail: "Its quota is 1 MB. Delete files, or raise the quota in the settings.",
  });
  expect((await setOwn(null)).status).toBe(200);
  expect((await send(megabyte + 1, "more.txt")).status).toBe(201);
  expect((await allow(null)).json).toMatchObject({ data: { mediaQuotaMb: null } });
  const { json } = await asAdmin(server, owner).get(`/sites/${site.slug}/audit?action=updateServerSite`);
  expect(json).toMatchObject({
    data: [{ changes: [{ member: "mediaQuotaMb", from: 2, to: null }] }, { changes: [{ member: "mediaQuotaMb", from: null, to: 2 }] }],
  });
});

test("the quota of an unknown or deleted site cannot be set", async () => {
  const { patch } = asAdmin(server, await addAdmin(server, { isOperator: true }));
  expect(codeOf(await patch("/server/sites/nobody", { mediaQuotaMb: 2 }))).toBe("site_not_found");
  for (const mediaQuotaMb of [0, 10_000_001, 1.5, "2"]) {
    expect((await patch(`/server/sites/${site.slug}`, { mediaQuotaMb })).status).toBe(400);
  }
});
