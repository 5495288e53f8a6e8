import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember, addToken, asAdmin, codeOf } from "../../../../../../test/kit/admins.ts";
import { startServer, type Answer, type TestServer } from "../../../../../../test/kit/harness.ts";
import { catalogItems, paymentPlugin, checkoutClient } from "../../../../../../test/kit/checkout-client.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ takesPayments: true });
});
afterAll(() => server.stop());

type Shown = { data: { enabled: boolean; config: Record<string, unknown>; revision: number } };
const readData = ({ json }: Answer) => (json as Shown).data;
const { config } = paymentPlugin()["svc.payments"];

async function siteOf(role: "OWNER" | "ADMIN" = "OWNER", bundle: Record<string, unknown> = {}) {
  const site = await server.addSite(bundle);
  const person = await addMember(server, site, role);
  const at = (plugin: string) => `/sites/${site.slug}/plugins/${plugin}`;
  return { site, person, at, ...asAdmin(server, person) };
}

test("a plugin that nobody has changed is there, switched off; others are not", async () => {
  const { get, at } = await siteOf();
  const payments = await get(at("svc.payments"));
  expect([payments.headers.get("etag"), readData(payments)]).toEqual([
    '"0"',
    {
      plugin: "svc.payments",
      enabled: false,
      config: { secretKey: { set: false, lastFour: null }, webhookSecrets: [] },
      revision: 0,
      updatedAt: null,
    },
  ]);
  for (const name of ["svc.other", "constructor", "svc-payments"]) expect(codeOf(await get(at(name)))).toBe("plugin_not_found");
});

test("payments that are set up here work at once, and no secret comes back", async () => {
  const { site, get, put, at } = await siteOf("OWNER", { products: catalogItems({ CHAIR: { price: 4_900 } }) });
  const order = () => checkoutClient(server, site).intent({ CHAIR: 1 });
  expect(codeOf(await order())).toBe("payments_not_configured");
  const changed = await put(at("svc.payments"), { enabled: true, config }, { revision: 0 });
  expect([changed.status, changed.headers.get("etag")]).toEqual([200, '"1"']);
  expect(readData(changed).config).toEqual({
    publishableKey: config.publishableKey,
    currency: "eur",
    secretKey: { set: true, lastFour: config.secretKey.slice(-4) },
    webhookSecrets: [{ set: true, lastFour: config.webhookSecrets[0]?.slice(-4) }],
  });
  await server.directory.poll();
  expect((await order()).status).toBe(201);
  const log = await get(`/sites/${site.slug}/audit?target=plugin`);
  expect(log.json).toMatchObject({
    data: [
      {
        action: "putPlugin",
        target: { type: "plugin", id: "svc.payments" },
        changes: expect.arrayContaining([{ member: "enabled", from: false, to: true }, { member: "config.secretKey" }]) as object[],
      },
    ],
  });
  for (const { text } of [changed, await get(at("svc.payments")), log]) {
    expect([text.includes(config.secretKey), text.includes(config.webhookSecrets[0] ?? "")]).toEqual([false, false]);
  }
});

test("secrets that a change leaves out stay, and null takes them away; what is not secret is replaced", async () => {
  const { get, put, at } = await siteOf("OWNER", { plugins: paymentPlugin() });
  const open = await put(at("svc.payments"), { enabled: false, config: { currency: "usd" } }, { revision: 1 });
  expect(readData(open)).toMatchObject({ enabled: false, config: { currency: "usd", secretKey: { set: true } }, revision: 2 });
  expect(readData(open).config).not.toHaveProperty("publishableKey");
  const same = await put(at("svc.payments"), { enabled: false, config: { currency: "usd" } }, { revision: 2 });
  expect(readData(same).revision).toBe(2);
  const gone = await put(at("svc.payments"), { enabled: false, config: { secretKey: null, webhookSecrets: null } }, { revision: 2 });
  expect(readData(gone).config).toEqual({ secretKey: { set: false, lastFour: null }, webhookSecrets: [] });
  expect(readData(await get(at("svc.payments")))).toEqual(readData(gone));
});

test("secrets take an owner and a recent sign-in; everything else takes neither", async () => {
  const { site, put, at } = await siteOf("ADMIN");
  expect((await put(at("svc.payments"), { enabled: true, config: { publishableKey: "pk_test_1" } }, { revision: 0 })).status).toBe(200);
  const secret = { enabled: true, config: { secretKey: "sk_test_1" } };
  expect((await put(at("svc.payments"), secret, { revision: 1 })).json).toMatchObject({
    code: "permission_missing",
    permission: "plugins:secrets",
  });
  const old = asAdmin(server, await addMember(server, site, "OWNER", { signedInMsAgo: 16 * 60_000 }));
  const owner = await addMember(server, site, "OWNER");
  const token = asAdmin(server, await addToken(server, owner.id, { role: "OWNER" }));
  for (const { put: change } of [old, token]) {
    for (const secrets of [{ secretKey: "sk_test_1" }, { webhookSecrets: [] }, { secretKey: null }]) {
      expect(codeOf(await change(at("svc.payments"), { enabled: true, config: secrets }, { revision: 1 }))).toBe("confirmation_needed");
    }
    expect((await change(at("svc.payments"), { enabled: true, config: { publishableKey: "pk_test_1" } }, { revision: 1 })).status).toBe(
      200,
    );
  }
  expect((await asAdmin(server, owner).put(at("svc.payments"), secret, { revision: 1 })).status).toBe(200);
});

test("a change names the revision that it has seen, and mistakes are named by their place", async () => {
  const { put, at } = await siteOf();
  const notify = (address: string) => ({ enabled: true, config: { notify: [address] } });
  const both = await Promise.all(["a@example.com", "b@example.com"].map((one) => put(at("svc.forms"), notify(one), { revision: 0 })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
  expect(codeOf(await put(at("svc.forms"), notify("c@example.com")))).toBe("precondition_required");
  expect(codeOf(await put(at("svc.forms"), { ...notify("c@example.com"), revision: 0 }, { revision: 1 }))).toBe("revision_conflict");
  for (const [plugin, input, path] of [
    ["svc.forms", notify("a@b..example"), "/config/notify/0"],
    ["svc.forms", { enabled: true, config: { secretKey: "sk_test_1" } }, "/config/secretKey"],
    ["svc.payments", notify("a@example.com"), "/config/notify"],
    ["svc.payments", { enabled: true, config: { currency: "xyz" } }, "/config/currency"],
    ["svc.payments", { enabled: true, config: { secretKey: { set: true } } }, "/config/secretKey"],
    ["svc.payments", { config: {} }, "/enabled"],
  ] as const) {
    expect([input, (await put(at(plugin), input, { revision: 1 })).json]).toMatchObject([
      input,
      { code: "validation_failed", errors: [{ path }] },
    ]);
  }
});

test("an import raises the revision of a plugin that it changes", async () => {
  const { site, get, put, at } = await siteOf("OWNER", { plugins: paymentPlugin() });
  const bundle = { bundle: 1, site: { slug: site.slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur" } };
  await server.import({ ...bundle, plugins: { "svc.payments": { enabled: false } } });
  expect(readData(await get(at("svc.payments")))).toMatchObject({ enabled: false, revision: 2 });
  expect(codeOf(await put(at("svc.payments"), { enabled: true }, { revision: 1 }))).toBe("revision_conflict");
});
