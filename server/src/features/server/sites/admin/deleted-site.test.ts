import { afterAll, beforeAll, expect, test } from "vitest";
import { addAdmin, addMember, asAdmin, codeOf, revisionOfSite } from "../../../../../../test/kit/admins.ts";
import { openTestDatabase, type TestDatabase } from "../../../../../../test/kit/database.ts";
import { cms, startServer, type Answer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";
import { previews } from "../../../../../../test/kit/previews.ts";
import { readEverything } from "../../../../../../test/kit/site-rows.ts";
import { storefront } from "../../../../../../test/kit/shopper.ts";
import { catalogItems, paymentPlugin, checkoutClient } from "../../../../../../test/kit/checkout-client.ts";
import { removeDeletedSites } from "../tasks/remove-deleted-sites.ts";

let database: TestDatabase;
let server: TestServer;
let second: TestServer;
beforeAll(async () => {
  database = await openTestDatabase();
  server = await startServer({ database, takesPayments: true });
  // Another process on the same database.
  second = await startServer({ database, clock: server.clock, secrets: server.deps.secrets });
});
afterAll(async () => {
  await second.stop();
  await server.stop();
  await database.drop();
});

const dayMs = 24 * 60 * 60_000;
const page = { slug: "home", locale: "en", title: "Home", composition: [] };
const newShop = () =>
  server.addSite({ pages: [page], products: catalogItems({ LAMP: { price: 1_000, stock: 100 } }), plugins: paymentPlugin() });
const owned = async (site: TestSite) => {
  const owner = await addMember(server, site, "OWNER");
  const { delete: remove, ...as } = asAdmin(server, owner);
  const send = async (more = {}) =>
    remove(`/sites/${site.slug}`, { body: { confirm: site.slug, ...more }, headers: await revisionOfSite(server, site) });
  return { ...as, owner, deleteIt: send, restore: () => as.post(`/sites/${site.slug}/restore`, undefined) };
};
const seenByAll = () => Promise.all([server.directory.poll(), second.directory.poll()]);
const codes = (answers: Answer[]) => answers.map((answer) => codeOf(answer) ?? answer.status);

test("the public side of a deleted site is gone on every process, and comes back as it was", async () => {
  const site = await newShop();
  const { token } = await previews(server, site).issue("home");
  const buyer = storefront(server, site);
  const email = `buyer-${site.slug}@example.com`;
  await buyer.register(email);
  const customerToken = (await buyer.logIn(email)) ?? "";
  const publicSide = async () =>
    codes([
      await server.ask(`${cms}/pages/home`, { key: site.key }),
      await second.ask(`${cms}/pages/home`, { key: site.key }),
      await second.ask("/api/v1/shop/products", { key: site.key }),
      await checkoutClient(server, site).intent({ LAMP: 1 }),
      await second.ask("/api/v1/shop/account", { headers: { authorization: `Bearer ${customerToken}` } }),
      await previews(second, site).read(token),
      await checkoutClient(second, site).webhook("{}", {}),
    ]);
  const before = await publicSide();
  expect(before).toEqual([200, 200, 200, 201, 200, 200, "signature_invalid"]);
  const { deleteIt, restore, get } = await owned(site);
  const answer = await deleteIt();
  expect([answer.status, answer.text]).toEqual([204, ""]);
  await seenByAll();
  const invalid = "api_key_invalid";
  expect(await publicSide()).toEqual([invalid, invalid, invalid, invalid, "token_invalid", "preview_not_found", "site_not_found"]);
  expect(codeOf(await get(`/sites/${site.slug}`))).toBe("site_not_found");
  const [listed] = ((await get("/sites")).json as { data: { deletedAt: string; restorableUntil: string }[] }).data;
  expect(Date.parse(listed?.restorableUntil ?? "") - Date.parse(listed?.deletedAt ?? "")).toBe(14 * dayMs);

  expect((await restore()).json).toMatchObject({ data: { slug: site.slug, revision: 3 } });
  await seenByAll();
  expect(await publicSide()).toEqual(before);
  const actions = ((await get(`/sites/${site.slug}/audit`)).json as { data: { action: string }[] }).data.map(({ action }) => action);
  expect(actions).toEqual(["restoreSite", "deleteSite"]);
});

test("a site is deleted by its slug, its revision and a recent sign-in, by its owners alone", async () => {
  const site = await newShop();
  const { deleteIt } = await owned(site);
  expect(codes([await deleteIt({ confirm: "other" })])).toEqual(["validation_failed"]);
  const path = `/sites/${site.slug}`;
  const body = { confirm: site.slug };
  const headers = await revisionOfSite(server, site);
  const stale = asAdmin(server, await addMember(server, site, "OWNER", { signedInMsAgo: 16 * 60_000 }));
  const admin = asAdmin(server, await addMember(server, site, "ADMIN"));
  const owner = asAdmin(server, await addMember(server, site, "OWNER"));
  expect(
    codes([
      await stale.delete(path, { body, headers }),
      await admin.delete(path, { body, headers }),
      await owner.delete(path, { body }),
      await owner.delete(path, { body, revision: 99 }),
    ]),
  ).toEqual(["confirmation_needed", "permission_missing", "precondition_required", "revision_conflict"]);
  expect((await owner.get(path)).status).toBe(200);
});

test("of two who restore a site at once one does, and what is not deleted cannot be restored", async () => {
  for (let round = 0; round < 5; round += 1) {
    const site = await newShop();
    const { deleteIt, restore, get } = await owned(site);
    expect(codes([await restore()])).toEqual(["site_not_deleted"]);
    await deleteIt();
    expect(
      codes(await Promise.all([restore(), restore(), restore()]))
        .map(String)
        .sort(),
    ).toEqual(["200", "site_not_deleted", "site_not_deleted"]);
    expect((await get(`/sites/${site.slug}/audit?action=restoreSite`)).json).toMatchObject({ total: 1 });
  }
});

test("after two weeks nothing restores it, and a job removes every row of it, and of no other site", async () => {
  const [site, other] = [await newShop(), await newShop()];
  const { deleteIt, restore } = await owned(site);
  await checkoutClient(server, site).intent({ LAMP: 1 });
  await checkoutClient(server, other).intent({ LAMP: 1 });
  await deleteIt();
  await seenByAll();
  const ofOther = await readEverything(server.deps.sql, other.id);
  server.clock.advance(14 * dayMs - 1);
  await removeDeletedSites.run(server.deps);
  expect(await readEverything(server.deps.sql, site.id)).not.toEqual([]);
  server.clock.advance(1);
  const admin = await addMember(server, site, "OWNER");
  expect(codes([await asAdmin(server, admin).post(`/sites/${site.slug}/restore`, undefined)])).toEqual(["site_not_found"]);
  server.clock.advance(60 * 60_000 + 1);
  await Promise.all([removeDeletedSites.run(server.deps), removeDeletedSites.run(second.deps)]);
  expect(await readEverything(server.deps.sql, site.id)).toEqual([]);
  expect(await readEverything(server.deps.sql, other.id)).toEqual(ofOther);
  expect(codes([await restore()])).toEqual(["session_invalid"]);
  const log = await server.deps.sql`
    select actor_kind as kind, target_label as label from account_audit_entries where action = 'remove deleted sites' and target_id = ${site.id}`;
  expect(log).toEqual([{ kind: "JOB", label: site.slug }]);
  expect((await server.addSite({ site: { slug: site.slug } })).id).not.toBe(site.id);
});

test("an import neither brings a deleted site back nor makes another one, whichever comes first", async () => {
  for (let round = 0; round < 8; round += 1) {
    const site = await newShop();
    const { deleteIt } = await owned(site);
    const bundle = {
      bundle: 1,
      site: { slug: site.slug, name: "Again", defaultLocale: "en", locales: ["en"], currency: "eur" },
      pages: [page],
    };
    const [deleted, imported] = await Promise.allSettled([deleteIt(), server.import(bundle)]);
    const [row] = await server.deps.sql<{ name: string; isDeleted: boolean }>`
      select name, deleted_at is not null as "isDeleted" from sites where slug = ${site.slug}`;
    const isImported = imported.status === "fulfilled";
    // The import raised the revision, or it came to a site that was deleted.
    expect([deleted.status === "fulfilled" && deleted.value.status, row]).toEqual([
      isImported ? 412 : 204,
      { name: isImported ? "Again" : expect.any(String), isDeleted: !isImported },
    ]);
    if (!isImported) expect(String(imported.reason)).toContain("/site/slug");
    else expect((await deleteIt()).status).toBe(204);
    await expect(server.import(bundle)).rejects.toThrow("restore it first");
  }
});

test("an order is placed before its site is deleted, or not at all, and then its stock is as it was", async () => {
  for (let round = 0; round < 8; round += 1) {
    const site = await newShop();
    const { deleteIt } = await owned(site);
    const buy = () => checkoutClient(server, site).intent({ LAMP: 1 });
    await buy();
    const [deleted, ...sales] = await Promise.all([deleteIt(), buy(), buy(), buy()]);
    expect(deleted.status).toBe(204);
    const sold = sales.filter(({ status }) => status === 201).length + 1;
    for (const sale of sales) expect([201, 401]).toContain(sale.status);
    const [orders] = await server.deps.sql<{ count: number }>`select count(*)::int as count from orders where site_id = ${site.id}`;
    expect([orders?.count, await checkoutClient(server, site).stock("LAMP")]).toEqual([sold, 100 - sold]);
    // Also on a process that has not heard of it yet.
    expect(codes([await checkoutClient(second, site).intent({ LAMP: 1 })])).toEqual(["api_key_invalid"]);
  }
});

test("who is no member learns nothing of a deleted site", async () => {
  const site = await newShop();
  await (await owned(site)).deleteIt();
  const stranger = asAdmin(server, await addAdmin(server));
  const ask = async (slug: string) => {
    const { status, text } = await stranger.post(`/sites/${slug}/restore`, undefined);
    return [status, text.replace(/"requestId":"[^"]+"/, "")];
  };
  expect(await ask(site.slug)).toEqual(await ask("nobodys-site"));
});
