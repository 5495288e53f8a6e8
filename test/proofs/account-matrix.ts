import { expect } from "vitest";
import { issueMailedToken } from "../../server/src/features/shop/customers/mailed-token.ts";
import type { Sql } from "../../server/src/ports/database.ts";
import { addMember, asAdmin } from "../kit/admins.ts";
import { addressBook } from "../kit/address-book.ts";
import { shop, type TestServer, type TestSite } from "../kit/harness.ts";
import { linkIn, password, storefront, tokenIn } from "../kit/shopper.ts";

let rounds = 0;

/** Two sites with customers of the same address and even the same id, which a key of site and id allows. */
async function tenants(server: TestServer, sql: Sql) {
  const email = `twin${(rounds += 1)}@example.com`;
  const sites: TestSite[] = [];
  for (const firstName of ["Alpha", "Beta"]) {
    const site = await server.addSite();
    const first = sites[0];
    const id = await storefront(server, site).register(email, { firstName });
    // Only the later one is given the other's id, before anything refers to it.
    if (first) {
      await sql`
        update customers set id = (select other.id from customers as other where other.site_id = ${first.id} and other.email = ${email})
        where customers.site_id = ${site.id} and customers.id = ${id}`;
    }
    sites.push(site);
  }
  await server.runTasks();
  server.mails.length = 0;
  const [alpha, beta] = sites as [TestSite, TestSite];
  const of = async (site: TestSite) => {
    const store = storefront(server, site);
    const [row] = await sql<{ id: string; name: string; state: string }>`
      select id, first_name as name, json_build_array(password_hash, token_version, email_verified_at, first_name, phone, note, blocked_at, revision, new_email)::text as state
      from customers where site_id = ${site.id} and email = ${email}`;
    if (!row) throw new Error("A customer is gone.");
    return { site, store, ...row };
  };
  return { email, alpha, beta, of, sql };
}

type TenantPair = Awaited<ReturnType<typeof tenants>>;

/** By operation: its effect on a customer of one site must neither show nor touch the other's. Throws otherwise. */
export const accountRows: Record<string, (server: TestServer, tenants: TenantPair) => Promise<void>> = {
  registerCustomer: async (server, { alpha, beta, email }) => {
    const answer = await storefront(server, alpha).post("/auth/register", { email, password });
    expect(answer.status).toBe(409);
    const fresh = `fresh-${email}`;
    await storefront(server, alpha).register(fresh);
    expect(await storefront(server, beta).logIn(fresh)).toBeUndefined();
    await storefront(server, beta).register(fresh);
  },
  logIn: async (server, { alpha, beta, email, of }) => {
    // Failures are counted for each site, each from when they began there.
    const wrong = (site: TestSite) => storefront(server, site).post("/auth/login", { email, password: "wrong one" });
    await wrong(alpha);
    server.clock.advance(60_000);
    for (let guess = 0; guess < 10; guess += 1) await wrong(beta);
    expect((await wrong(beta)).status).toBe(429);
    expect(await storefront(server, alpha).logIn(email)).toBeDefined();
    for (let guess = 0; guess < 9; guess += 1) await wrong(alpha);
    // Both, so that one of them is wrong whichever count is found first.
    const waits = [await wrong(alpha), await wrong(beta)].map((refused) => [refused.status, refused.headers.get("retry-after")]);
    expect(waits).toEqual([
      [429, "840"],
      [429, "900"],
    ]);
    server.clock.advance(15 * 60_000);
    const reset = await mailedToken(server, beta, (await of(beta)).id, "reset-password");
    await storefront(server, beta).post("/auth/reset-password", { token: reset, password: "only in beta it is" });
    expect(await storefront(server, alpha).logIn(email, "only in beta it is")).toBeUndefined();
    expect(await storefront(server, beta).logIn(email, password)).toBeUndefined();
    const token = (await storefront(server, alpha).logIn(email)) ?? "";
    expect((await storefront(server, alpha).account(token)).json).toMatchObject({ data: { firstName: "Alpha" } });
  },
  listAddresses: async (server, pair) => {
    const { ownBook, otherBook, own, others } = await addressBooks(server, pair);
    expect([await ownBook.list(), await otherBook.list()]).toMatchObject([[{ id: own }], [{ id: others }]]);
  },
  addAddress: async (server, pair) => {
    const { ownBook, otherBook, own, others } = await addressBooks(server, pair);
    const added = await ownBook.add({ country: "SE" }, { isShippingDefault: true });
    expect(await otherBook.list()).toMatchObject([{ id: others, isShippingDefault: true }]);
    expect(await ownBook.list()).toMatchObject([
      { id: own, isShippingDefault: false },
      { id: added, isShippingDefault: true },
    ]);
  },
  replaceAddress: async (server, pair) => {
    const { ownBook, otherBook, own, others } = await addressBooks(server, pair);
    expect((await ownBook.send("PUT", `/${others}`, { address: { country: "SE" } })).status).toBe(404);
    await ownBook.send("PUT", `/${own}`, { address: { country: "SE" }, isShippingDefault: true });
    expect(await otherBook.list()).toMatchObject([{ id: others, address: { country: "NO" }, isShippingDefault: true }]);
  },
  deleteAddress: async (server, pair) => {
    const { ownBook, otherBook, own, others } = await addressBooks(server, pair);
    expect((await ownBook.send("DELETE", `/${others}`)).status).toBe(404);
    await pair.sql`update customer_addresses set id = ${own} where site_id = ${pair.beta.id} and id = ${others}`;
    expect((await ownBook.send("DELETE", `/${own}`)).json).toMatchObject({ data: [], total: 0 });
    expect([await ownBook.list(), await otherBook.list()]).toMatchObject([[], [{ id: own }]]);
  },
  verifyEmail: async (server, { alpha, beta, of }) => {
    const token = await mailedToken(server, alpha, (await of(alpha)).id, "verify-email");
    expect((await storefront(server, beta).post("/auth/verify-email", { token })).status).toBe(400);
    await untouched(of, beta, async () => {
      expect((await storefront(server, alpha).post("/auth/verify-email", { token })).json).toMatchObject({ data: { firstName: "Alpha" } });
    });
  },
  "verifyEmail, with a new address": async (server, { alpha, beta, of, email, sql }) => {
    const newEmail = `new-${email}`;
    await sql`update customers set new_email = ${newEmail} where email = ${email}`;
    const { id } = await of(alpha);
    const context = { now: server.clock.now(), ids: server.deps.ids };
    const token = await issueMailedToken(sql, context, alpha.id, id, "change-email", newEmail);
    await untouched(of, beta, async () => {
      expect((await storefront(server, beta).post("/auth/verify-email", { token })).status).toBe(400);
      const { json } = await storefront(server, alpha).post("/auth/verify-email", { token });
      expect(json).toMatchObject({ data: { firstName: "Alpha", email: newEmail } });
    });
    const others = await issueMailedToken(sql, context, beta.id, id, "change-email", newEmail);
    expect((await storefront(server, beta).post("/auth/verify-email", { token: others })).json).toMatchObject({
      data: { firstName: "Beta" },
    });
  },
  resetPassword: async (server, { alpha, beta, of }) => {
    const token = await mailedToken(server, alpha, (await of(alpha)).id, "reset-password");
    const others = await mailedToken(server, beta, (await of(beta)).id, "verify-email");
    const body = { token, password: "chosen for alpha" };
    expect((await storefront(server, beta).post("/auth/reset-password", body)).status).toBe(400);
    await untouched(of, beta, async () => {
      expect((await storefront(server, alpha).post("/auth/reset-password", body)).json).toMatchObject({ data: { firstName: "Alpha" } });
    });
    // Links mailed to the other's customer still work.
    expect((await storefront(server, beta).post("/auth/verify-email", { token: others })).status).toBe(200);
    await mailsAre(server, ["Alpha"]);
  },
  requestPasswordReset: async (server, { alpha, beta, email, of }) => {
    const body = { email, resetUrlBase: "https://elsewhere.example/" };
    await storefront(server, alpha).post("/auth/request-password-reset", body);
    await mailsAre(server, ["Alpha"]);
    expect(linkIn(server.mails[0] as { text: string }).pathname).toContain(alpha.slug);
    const token = tokenIn(server.mails[0]);
    expect((await storefront(server, beta).post("/auth/reset-password", { token, password: "stolen by beta" })).status).toBe(400);
    // Mails are counted for each site.
    for (let mail = 0; mail < 4; mail += 1) await storefront(server, alpha).post("/auth/request-password-reset", body);
    await server.runTasks();
    server.mails.length = 0;
    await storefront(server, beta).post("/auth/request-password-reset", body);
    await mailsAre(server, ["Beta"]);
    expect((await of(beta)).name).toBe("Beta");
  },
  requestEmailVerification: async (server, { alpha, beta, email }) => {
    const body = { verifyUrlBase: "https://elsewhere.example/" };
    const token = (await storefront(server, alpha).logIn(email)) ?? "";
    await storefront(server, alpha).post("/auth/request-email-verification", body, { authorization: `Bearer ${token}` });
    await mailsAre(server, ["Alpha"]);
    expect((await storefront(server, beta).post("/auth/verify-email", { token: tokenIn(server.mails[0]) })).status).toBe(400);
    server.mails.length = 0;
    await storefront(server, beta).post("/auth/request-email-verification", { ...body, email });
    await mailsAre(server, ["Beta"]);
  },
  getAccount: async (server, { alpha, beta, email, sql }) => {
    for (const [site, other, name] of [
      [alpha, beta, "Alpha"],
      [beta, alpha, "Beta"],
    ] as const) {
      const token = (await storefront(server, site).logIn(email)) ?? "";
      expect((await storefront(server, site).account(token)).json).toMatchObject({ data: { firstName: name } });
      expect((await storefront(server, site).account(token, { "x-api-key": other.key })).status).toBe(401);
    }
    // A version that only the other's customer has.
    await sql`update customers set token_version = 5 where site_id = ${beta.id}`;
    const token = (await storefront(server, beta).logIn(email)) ?? "";
    await sql`update customers set token_version = 6 where site_id = ${beta.id}`;
    await sql`update customers set token_version = 5 where site_id = ${alpha.id}`;
    expect((await storefront(server, beta).account(token)).status).toBe(401);
  },
  updateAccount: async (server, { alpha, beta, email, of }) => {
    const token = (await storefront(server, alpha).logIn(email)) ?? "";
    await untouched(of, beta, async () => {
      const { json } = await server.ask(`${shop}/account`, {
        method: "PATCH",
        body: JSON.stringify({ firstName: "Changed", phone: "1" }),
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      });
      expect(json).toMatchObject({ data: { firstName: "Changed", phone: "1" } });
    });
  },
  changePassword: async (server, { alpha, beta, email, of, sql }) => {
    for (const [site, other] of [
      [alpha, beta],
      [beta, alpha],
    ] as const) {
      const theirs = await mailedToken(server, other, (await of(other)).id, "reset-password");
      await storefront(server, other).post("/auth/reset-password", { token: theirs, password: "only in the other" });
      await sql`update customers set token_version = 7 where site_id = ${site.id} or site_id = ${other.id}`;
      const ownToken = await mailedToken(server, site, (await of(site)).id, "reset-password");
      await storefront(server, site).post("/auth/reset-password", { token: ownToken, password: "only in this one" });
      await sql`update customers set token_version = 8 where site_id = ${site.id} or site_id = ${other.id}`;
      const fresh = await mailedToken(server, other, (await of(other)).id, "verify-email");
      const token = (await storefront(server, site).logIn(email, "only in this one")) ?? "";
      await server.runTasks();
      server.mails.length = 0;
      const change = (currentPassword: string) =>
        storefront(server, site).post(
          "/account/change-password",
          { currentPassword, newPassword: "new in this one" },
          { authorization: `Bearer ${token}` },
        );
      expect((await change("only in the other")).status).toBe(401);
      const { name } = await of(site);
      await untouched(of, other, async () => expect((await change("only in this one")).json).toMatchObject({ data: { firstName: name } }));
      expect((await storefront(server, other).post("/auth/verify-email", { token: fresh })).status).toBe(200);
      await mailsAre(server, [name]);
    }
  },
  "the pages that we serve ourselves": async (server, { alpha, beta, of, sql }) => {
    const submit = (site: TestSite, page: string, token: string) =>
      server.ask(`/sites/${site.slug}/${page}`, {
        method: "POST",
        body: new URLSearchParams({ token, password: "a page's password" }).toString(),
        headers: { "content-type": "application/x-www-form-urlencoded" },
      });
    const disown = await mailedToken(server, alpha, (await of(alpha)).id, "verify-email");
    const reset = await mailedToken(server, alpha, (await of(alpha)).id, "reset-password");
    for (const site of [alpha, beta]) {
      await untouched(of, site, async () => {
        for (const page of ["verify-email", "not-me"]) await submit(beta, page, disown);
        await submit(beta, "reset-password", reset);
      });
    }
    for (const site of [alpha, beta]) {
      await sql`
        insert into orders (
          site_id, id, number, status, customer_id, currency, subtotal, tax, shipping, total, expires_at, created_at, updated_at
        )
        select site_id, id, 1, 'PENDING', id, 'eur', 1, 0, 0, 1, created_at, created_at, created_at
        from customers
        where site_id = ${site.id}`;
    }
    await untouched(of, beta, async () => void (await submit(alpha, "not-me", disown)));
    await expect(of(alpha)).rejects.toThrow("gone");
    const whose = (site: TestSite) => sql<object>`select customer_id as "customerId" from orders where site_id = ${site.id}`;
    expect(await whose(alpha)).toEqual([{ customerId: null }]);
    expect(await whose(beta)).toEqual([{ customerId: (await of(beta)).id }]);
  },
  "staff list customers": async (server, pair) => {
    const { alpha, beta, sql, email } = pair;
    await addPaidOrder(sql, beta, { refunded: 0 });
    for (const [site, name, orders] of [
      [alpha, "Alpha", 0],
      [beta, "Beta", 1],
    ] as const) {
      for (const query of ["", `?q=${email}`, `?q=${name}`, "?sort=email"]) {
        const { ask } = await staffOf(server, pair, site);
        expect((await ask("get", query)).json).toMatchObject({ data: [{ firstName: name, orders }], total: 1 });
      }
    }
  },
  "staff read a customer": async (server, pair) => {
    const { alpha, beta, sql } = pair;
    await addressBooks(server, pair);
    for (const [own, other] of [
      [alpha, beta],
      [beta, alpha],
    ] as const) {
      await sql`delete from orders where site_id in (${own.id}, ${other.id})`;
      await addPaidOrder(sql, own, { refunded: 1 });
      await addPaidOrder(sql, other, { refunded: 2 });
      const { id, ask } = await staffOf(server, pair, own);
      expect((await ask("get", `/${id}`)).json).toMatchObject({
        data: {
          firstName: own === alpha ? "Alpha" : "Beta",
          orders: 1,
          spent: [{ currency: "eur", amount: 9 }],
          addresses: [{ address: { country: own === alpha ? "DK" : "NO" } }],
        },
      });
      // Orders of the other alone.
      await sql`delete from orders where site_id = ${own.id}`;
      expect((await ask("get", `/${id}`)).json).toMatchObject({ data: { orders: 0, spent: [], lastOrderAt: null } });
    }
  },
  "staff change a customer": async (server, pair) => {
    const { of, alpha, beta, sql, email } = pair;
    for (const [own, other] of [
      [alpha, beta],
      [beta, alpha],
    ] as const) {
      const othersAlone = `alone-${other.slug}-${email}`;
      await storefront(server, other).register(othersAlone);
      await sql`update customers set new_email = ${email} where site_id = ${other.id} and email = ${email}`;
      await sql`update customers set blocked_at = created_at where site_id = ${other.id}`;
      await sql`update customers set blocked_at = null, revision = 1 where site_id = ${own.id}`;
      const { id, ask } = await staffOf(server, pair, own);
      await untouched(of, other, async () => {
        expect((await ask("patch", `/${id}`, { note: "Own", phone: "1", revision: 1 }, 1)).json).toMatchObject({
          data: { firstName: own === alpha ? "Alpha" : "Beta", note: "Own" },
        });
        for (const command of ["block", "end-sessions", "unblock"]) expect((await ask("post", `/${id}/${command}`, {})).status).toBe(200);
        for (const newEmail of [othersAlone, email]) {
          expect((await ask("post", `/${id}/change-email`, { email: newEmail })).json).toMatchObject({
            data: { email, newEmail: newEmail === email ? null : newEmail },
          });
        }
      });
    }
  },
};

/** Requests about customers by an owner of the site, and the ID of its customer. */
async function staffOf(server: TestServer, { of }: TenantPair, site: TestSite) {
  const admin = asAdmin(server, await addMember(server, site, "OWNER"));
  const base = `/sites/${site.slug}/customers`;
  return {
    id: (await of(site)).id,
    ask: (method: "get" | "post" | "patch", path: string, body?: object, revision?: number) =>
      method === "get" ? admin.get(base + path) : admin[method](base + path, body, revision === undefined ? {} : { revision }),
  };
}

/** An order of 10 with the ID of the site's only customer, and its payment with the same ID, which was refunded in part. */
async function addPaidOrder(sql: Sql, site: TestSite, { refunded }: { refunded: number }): Promise<void> {
  await sql`
    insert into orders (
      site_id, id, number, status, customer_id, currency, subtotal, tax, shipping, total, expires_at, created_at, updated_at, paid_at
    )
    select site_id, id, 1, 'PAID', id, 'eur', 10, 0, 0, 10, created_at, created_at, created_at, created_at
    from customers
    where site_id = ${site.id}`;
  await sql`
    insert into payments (site_id, id, order_id, amount, currency, metadata, status, refunded, request, created_at, updated_at)
    select site_id, id, id, 10, 'eur', '{}', 'SUCCEEDED', ${refunded}, '{}', created_at, created_at
    from orders
    where site_id = ${site.id}`;
}

/** An address in each of the two address books, the default for shipping in both. */
async function addressBooks(server: TestServer, { alpha, beta, email }: TenantPair) {
  const [ownBook, otherBook] = [
    addressBook(server, (await storefront(server, alpha).logIn(email)) ?? ""),
    addressBook(server, (await storefront(server, beta).logIn(email)) ?? ""),
  ];
  const own = await ownBook.add({ country: "DK" }, { isShippingDefault: true });
  const others = await otherBook.add({ country: "NO" }, { isShippingDefault: true });
  return { ownBook, otherBook, own, others };
}

/** Runs a row on two tenants of its own. `sql` is the database itself, without any wrapper of the server's. */
export async function runAccountRow(server: TestServer, sql: Sql, name: string): Promise<void> {
  await accountRows[name]?.(server, await tenants(server, sql));
}

function mailedToken(
  { deps: { sql, clock, ids } }: TestServer,
  site: TestSite,
  customerId: string,
  purpose: "verify-email" | "reset-password",
) {
  return issueMailedToken(sql, { now: clock.now(), ids }, site.id, customerId, purpose);
}

async function untouched(of: TenantPair["of"], site: TestSite, work: () => Promise<void>): Promise<void> {
  const before = await of(site);
  await work();
  expect((await of(site)).state).toBe(before.state);
}

/** The mails sent now, by the first name in the greeting. */
async function mailsAre(server: TestServer, names: string[]): Promise<void> {
  await server.runTasks();
  expect(server.mails.map(({ text }) => /Alpha|Beta/.exec(text)?.[0])).toEqual(names);
}
