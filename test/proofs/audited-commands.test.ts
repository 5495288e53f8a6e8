import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openStore } from "../../server/src/bootstrap/open-object-store.ts";
import { commandNamed, commands } from "../../server/src/commands.ts";
import { KeyRing } from "../../server/src/lib/secrets/secret.ts";
import { addAdmin, addDeadPasskey, addMember } from "../kit/admins.ts";
import { contactForm } from "../kit/form-site.ts";
import { startServer, type TestServer, type TestSite } from "../kit/harness.ts";
import { issuedKey } from "../kit/keys.ts";
import { issuedPreview } from "../kit/previews.ts";
import { storefront } from "../kit/shopper.ts";
import { readEverything } from "../kit/site-rows.ts";
import { dataOf, catalogItems, paymentPlugin, checkoutClient } from "../kit/checkout-client.ts";

// Every command that changes something leaves a row in the log, in the transaction of the change. A command that is missing here fails.

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ takesPayments: true });
  folder = await mkdtemp(join(tmpdir(), "vitrine-commands-"));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});
/** With a file to import, and copies of files. */
let folder: string;

interface Called {
  input: object;
  /** The row is of no site: of an account, or of the server. */
  isOfServer?: true;
  /** The machine is somebody's own. */
  hasViewers?: true;
  /** In place of the server's. */
  secrets?: KeyRing;
  /** The site that is changed, if it is another one. */
  slug?: string;
  /** The server that it is called beside, if it is one for this call alone. */
  beside?: TestServer;
}

/** A chair that somebody ordered, and paid for. */
async function sell(site: TestSite, isPaid: boolean): Promise<Called> {
  const { checkoutUrl = "", orderId = "" } = dataOf(await checkoutClient(server, site).session({ CHAIR: 1 }));
  if (isPaid) {
    await server.sandbox.pay(checkoutUrl, "succeeds", { email: "payer@example.com" });
    await server.sandbox.settled();
  }
  const [order] = await server.deps.sql<{ number: number }>`select number from orders where site_id = ${site.id} and id = ${orderId}`;
  return { input: { slug: site.slug, number: order?.number } };
}

/** How each command that changes something is called, at a site of its own. */
const changing: Readonly<Record<string, (site: TestSite) => Promise<Called>>> = {
  "admin create": async () => ({ input: { email: "new@example.com", isOperator: false, site: null, role: null }, isOfServer: true }),
  "admin disable": async () => ({ input: { email: (await addAdmin(server)).email, isDisabled: true }, isOfServer: true }),
  "webhook listen": ({ slug }) => Promise.resolve({ input: { slug, forward: null } }),
  "webhook trigger": async ({ slug }) => {
    await run("webhook listen", { slug, forward: null });
    return { input: { slug, type: "order.paid" } };
  },
  "site quota": ({ slug }) => Promise.resolve({ input: { slug, quotas: { mediaQuotaMb: 1 } } }),
  "admin reset-second-factor": async () => {
    const { id, email } = await addAdmin(server);
    await addDeadPasskey(server, id);
    return { input: { email }, isOfServer: true };
  },
  "admin sign-in": async (site) => {
    await addMember(server, site, "OWNER");
    return { input: { site: site.slug }, hasViewers: true };
  },
  "admin erase": async () => ({ input: { email: (await addAdmin(server)).email, yes: true }, isOfServer: true }),
  "customer erase": async (site) => {
    await storefront(server, site).register("erased@example.com");
    return { input: { slug: site.slug, person: "erased@example.com", yes: true } };
  },
  "key create": async ({ slug }) => ({ input: { slug, name: "new" } }),
  "key revoke": async (site) => ({ input: { slug: site.slug, key: (await issuedKey(server, site)).id } }),
  "order cancel": (site) => sell(site, false),
  "order fulfil": (site) => sell(site, true),
  "order refund": (site) => sell(site, true),
  "preview create": async ({ slug }) => ({ input: { slug, page: "home", expiresInMs: 3_600_000 } }),
  "preview cancel": async (site) => ({ input: { slug: site.slug, tokenOrId: (await issuedPreview(server, site)).id } }),
  "secrets rotate": async () => {
    const key = (id: string, byte: number) => ({ id, bytes: new Uint8Array(32).fill(byte) });
    const beside = await startServer({ secrets: new KeyRing([key("old", 1)]) });
    const { slug } = await beside.addSite({ plugins: paymentPlugin() });
    return { input: {}, secrets: new KeyRing([key("new", 2), key("old", 1)]), slug, beside };
  },
  "site create": async ({ slug }) => ({
    input: { slug: `${slug}-2`, name: "Another", defaultLocale: "en", locales: [], currency: "eur" },
    slug: `${slug}-2`,
  }),
  "media import": async ({ slug }) => {
    const imported = await mkdtemp(join(folder, "import-"));
    await writeFile(join(imported, "notes.txt"), "Notes");
    return { input: { site: slug, folder: imported, tags: [] } };
  },
  "site import": async ({ slug }) => {
    const site = { slug, name: "New name", defaultLocale: "en", locales: ["en"], currency: "eur" };
    return { input: { text: JSON.stringify({ bundle: 1, site }), dryRun: false, setStock: false } };
  },
};

/** Commands that change nothing, with an input of each that succeeds. */
const reading: Readonly<Record<string, (site: TestSite) => object>> = {
  "admin list": () => ({}),
  "cache explain": () => ({ url: `http://127.0.0.1:${server.port}/healthz`, key: null }),
  "customer export": ({ slug }) => ({ slug, person: "ada@example.com" }),
  "customer list": ({ slug }) => ({ slug, limit: 50 }),
  "customer show": ({ slug }) => ({ slug, person: "ada@example.com" }),
  doctor: () => ({}),
  "form list": ({ slug }) => ({ slug }),
  "form submissions": ({ slug }) => ({ slug, form: "contact", limit: 10 }),
  "key list": ({ slug }) => ({ slug }),
  // The objects that it removes have no row.
  "media check": ({ slug }) => ({ site: slug, repair: false }),
  "media copy": ({ slug }) => ({ site: slug, to: { folder: join(folder, "copies") } }),
  "order list": ({ slug }) => ({ slug, limit: 50 }),
  "order show": ({ slug }) => ({ slug, number: 1_001 }),
  "preview list": ({ slug }) => ({ slug }),
  "site export": ({ slug }) => ({ slug, format: "json", withSecrets: false }),
  "site list": () => ({}),
  "site references": ({ slug }) => ({ site: slug, kind: "page", name: "home" }),
  types: ({ slug }) => ({ site: slug }),
};

const newSite = () =>
  server.addSite({
    plugins: paymentPlugin(),
    products: catalogItems({ CHAIR: { price: 42_000, stock: 5 } }),
    pages: [{ slug: "home", locale: "en", title: "Home", composition: [] }],
    forms: [contactForm()],
  });

const run = (name: string, input: object, more: object = {}) =>
  commandNamed(name).run(
    { ...server.deps, files: () => Promise.resolve(server.deps), openStore, ...more, progress: () => undefined },
    input,
  );

test("every command is in one of the tables", () => {
  expect([...Object.keys(changing), ...Object.keys(reading)].sort()).toEqual(commands.map(({ name }) => name).sort());
});

describe.each(Object.entries(changing))("vitrine %s", (name, call) => {
  test("leaves a row in the log, with its name", async () => {
    const site = await newSite();
    const { input, isOfServer, hasViewers, secrets, slug = site.slug, beside } = await call(site);
    const { deps } = beside ?? server;
    const rows = () =>
      isOfServer
        ? deps.sql<{ id: string }>`select id from account_audit_entries where action = ${name} and actor_kind = 'CLI'`
        : deps.sql<{ id: string }>`
            select audit_entries.id from audit_entries join sites on sites.id = audit_entries.site_id
            where sites.slug = ${slug} and audit_entries.action = ${name} and audit_entries.actor_kind = 'CLI'`;
    const before = await rows();
    await run(name, input, { ...deps, ...(hasViewers && { hasViewers }), ...(secrets && { secrets }) });
    expect((await rows()).length).toBe(before.length + 1);
    await beside?.stop();
  });
});

test.each(Object.entries(reading))("vitrine %s changes nothing", async (name, input) => {
  const site = await newSite();
  await storefront(server, site).register("ada@example.com");
  await sell(site, true);
  const before = await readEverything(server.deps.sql, site.id);
  await run(name, input(site));
  expect(await readEverything(server.deps.sql, site.id)).toEqual(before);
});
