import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember, asAdmin, codeOf } from "../../../../../../test/kit/admins.ts";
import { cms, startServer, type Answer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

type Shown = { data: Record<string, unknown> & { revision: number; settings: Record<string, unknown> } };
const readData = ({ json }: Answer) => (json as Shown).data;
const errorsOf = ({ json }: Answer) => (json as { errors?: { path: string; code: string }[] }).errors?.map(({ path }) => path);
const owned = async (site: TestSite) => asAdmin(server, await addMember(server, site, "OWNER", { name: "Ada" }));
const pathOf = ({ slug }: TestSite) => `/sites/${slug}`;

test("a patch changes what it names, removes what is null, and leaves the rest, with a new revision and a row of the log", async () => {
  const site = await server.addSite({ site: { settings: { mail: { senderName: "Acme" }, forms: { retentionDays: 30 } } } });
  const owner = await owned(site);
  const before = await owner.get(pathOf(site));
  const { revision } = readData(before);
  expect([before.status, before.headers.get("etag")]).toEqual([200, `"${revision}"`]);
  const patch = {
    name: "New name",
    currency: "USD",
    storefrontUrl: "https://shop.example",
    allowedOrigins: ["https://Shop.example:443"],
    settings: {
      timeZone: "Europe/Berlin",
      mail: null,
      forms: { retentionDays: null, notify: ["ops@example.com"] },
      orders: { notify: ["sales@example.com"] },
      team: { auditRetentionDays: 90 },
    },
  };
  const changed = await owner.patch(pathOf(site), patch, { revision });
  expect([changed.status, changed.headers.get("etag")]).toEqual([200, `"${revision + 1}"`]);
  const settings = {
    forms: { notify: ["ops@example.com"] },
    orders: { notify: ["sales@example.com"] },
    timeZone: "Europe/Berlin",
    team: { auditRetentionDays: 90 },
  };
  expect(readData(changed)).toMatchObject({ ...patch, currency: "usd", allowedOrigins: ["https://shop.example"], settings });
  expect(readData(changed).settings).toEqual(settings);
  expect(readData(await owner.get(pathOf(site)))).toEqual(readData(changed));
  const [entry] = ((await owner.get(`${pathOf(site)}/audit?action=updateSite`)).json as { data: { changes: object[]; target: object }[] })
    .data;
  expect(entry?.target).toEqual({ type: "site", id: site.id, label: site.slug });
  expect(entry?.changes).toEqual(
    expect.arrayContaining([
      { member: "name", from: expect.any(String) as string, to: "New name" },
      { member: "settings.mail.senderName", from: "Acme" },
      // An address is of a person.
      { member: "settings.orders.notify" },
      { member: "settings.forms.notify" },
    ]),
  );
  expect(JSON.stringify(entry)).not.toMatch(/(ops|sales)@example\.com/);
});

test("a patch that changes nothing leaves the revision and the log as they are", async () => {
  const site = await server.addSite();
  const owner = await owned(site);
  const { revision, name } = readData(await owner.get(pathOf(site)));
  for (const patch of [{}, { name }, { settings: { timeZone: null } }]) {
    const answer = await owner.patch(pathOf(site), patch, { revision });
    expect([answer.status, answer.headers.get("etag")]).toEqual([200, `"${revision}"`]);
  }
  expect((await owner.get(`${pathOf(site)}/audit`)).json).toMatchObject({ total: 0 });
});

test("a change of what somebody else has changed is refused, with who that was, also by the revision in the body", async () => {
  const site = await server.addSite();
  const owner = await owned(site);
  const { revision } = readData(await owner.get(pathOf(site)));
  const [first, second] = await Promise.all([
    owner.patch(pathOf(site), { name: "First" }, { revision }),
    owner.patch(pathOf(site), { name: "Second" }, { revision }),
  ]);
  expect([first.status, second.status].sort()).toEqual([200, 412]);
  const refused = first.status === 412 ? first : second;
  expect(refused.json).toMatchObject({ code: "revision_conflict", revision: revision + 1, changedBy: { name: "Ada" } });
  expect(codeOf(await owner.patch(pathOf(site), { name: "Third", revision }, { revision: revision + 1 }))).toBe("revision_conflict");
  expect(codeOf(await owner.patch(pathOf(site), { name: "Third" }))).toBe("precondition_required");
});

test("mistakes are named by their place, as an import names them, and nothing is changed", async () => {
  const site = await server.addSite();
  const owner = await owned(site);
  const { revision } = readData(await owner.get(pathOf(site)));
  const refused: [object, string][] = [
    [{ name: "x" }, "/name"],
    [{ name: null }, "/name"],
    [{ currency: "xyz" }, "/currency"],
    [{ locales: ["de"] }, "/defaultLocale"],
    [{ locales: ["en", "en"] }, "/locales"],
    [{ locales: ["english"] }, "/locales/0"],
    [{ allowedOrigins: ["https://shop.example/path"] }, "/allowedOrigins/0"],
    [{ storefrontUrl: "javascript:alert(1)" }, "/storefrontUrl"],
    [{ settings: { timeZone: "Europe/Atlantis" } }, "/settings/timeZone"],
    [{ settings: { checkout: { collectAddress: { countries: ["DE", "XX"] } } } }, "/settings/checkout/collectAddress/countries/1"],
    [{ settings: { checkout: { collectAddress: { countries: ["UK"] } } } }, "/settings/checkout/collectAddress/countries/0"],
    [{ settings: { checkout: { collectAddress: { countries: ["KP"] } } } }, "/settings/checkout/collectAddress/countries/0"],
    [{ settings: { checkout: { collectAddress: { countries: [] } } } }, "/settings/checkout/collectAddress/countries"],
    [{ settings: { timeZone: "+01:00" } }, "/settings/timeZone"],
    [{ settings: { forms: { notify: ["a@b..example"] } } }, "/settings/forms/notify/0"],
    [{ settings: { orders: { notify: ["a@b..example"] } } }, "/settings/orders/notify/0"],
    [{ settings: { orders: { notify: Array.from({ length: 21 }, (_, index) => `a${index}@b.example`) } } }, "/settings/orders/notify"],
    [{ settings: { team: { auditRetentionDays: 1 } } }, "/settings/team/auditRetentionDays"],
    [{ settings: { team: { other: 1 } } }, "/settings/team/other"],
    [{ settings: { unknown: {} } }, "/settings/unknown"],
    [{ slug: "other" }, "/slug"],
  ];
  for (const [patch, path] of refused) {
    const answer = await owner.patch(pathOf(site), patch, { revision });
    expect([patch, codeOf(answer), errorsOf(answer)]).toEqual([patch, "validation_failed", [path]]);
  }
  for (const text of [
    '{"__proto__":{"name":"x"}}',
    '{"settings":{"__proto__":{"x":1}}}',
    '{"settings":{"constructor":{"prototype":{"x":1}}}}',
  ]) {
    const answer = await owner.patch(pathOf(site), text, { revision });
    expect([text, answer.status]).toEqual([text, 400]);
  }
  expect(readData(await owner.get(pathOf(site))).revision).toBe(revision);
});

test("a locale with content or a translation in it stays, and a new one reaches the catalogue", async () => {
  const words = { de: { title: "Stuhl" } };
  const chair = { slug: "chair", title: "Chair", variants: [{ sku: "C", price: 1 }], translations: words };
  const site = await server.addSite({
    site: { locales: ["en", "de", "fr"] },
    pages: [{ slug: "home", locale: "fr", title: "Accueil", composition: [] }],
    products: [chair],
  });
  const owner = await owned(site);
  const { revision } = readData(await owner.get(pathOf(site)));
  const patch = (body: object) => owner.patch(pathOf(site), body, { revision });
  expect(errorsOf(await patch({ locales: ["en", "de"] }))).toEqual(["/locales"]);
  expect(errorsOf(await patch({ locales: ["en", "fr"] }))).toEqual(["/locales"]);
  expect(errorsOf(await patch({ defaultLocale: "de" }))).toEqual(["/defaultLocale"]);
  expect((await patch({ locales: ["en", "de", "fr", "pt-BR"] })).status).toBe(200);
  await server.directory.poll();
  const { json } = await server.ask("/api/v1/shop/products?locale=pt-BR&q=chair", { key: site.key });
  expect(json).toMatchObject({ total: 1, data: [{ title: "Chair" }] });
});

test("every process answers by the new settings within a second", async () => {
  const site = await server.addSite({ site: { allowedOrigins: [] } });
  const owner = await owned(site);
  const ask = () => server.ask(`${cms}/pages`, { key: site.key, headers: { origin: "https://new.example" } });
  expect(codeOf(await ask())).toBe("origin_not_allowed");
  const { revision } = readData(await owner.get(pathOf(site)));
  await owner.patch(pathOf(site), { allowedOrigins: ["https://new.example"] }, { revision });
  await server.directory.poll();
  expect((await ask()).status).toBe(200);
});

test("an import that changes the site gives it a new revision, and one that does not, leaves it", async () => {
  const site = await server.addSite();
  const owner: ReturnType<typeof asAdmin> = await owned(site);
  const revisionNow = async () => readData(await owner.get(pathOf(site))).revision;
  const before = await revisionNow();
  const bundle = { bundle: 1, site: { slug: site.slug, name: "Imported", defaultLocale: "en", locales: ["en"], currency: "eur" } };
  await server.import(bundle);
  expect(await revisionNow()).toBe(before + 1);
  await server.import(bundle);
  expect(await revisionNow()).toBe(before + 1);
});
