import { SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shop, startServer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";
import { password, storefront } from "../../../../../test/kit/shopper.ts";
import { raiseContent } from "../../../../../test/kit/raise-content.ts";

let server: TestServer;
let site: TestSite;
let store: ReturnType<typeof storefront>;

beforeAll(async () => {
  server = await startServer();
  site = await server.addSite({ site: { allowedOrigins: ["https://shop.example", "https://*.wild.example", "http://dev.example:8080"] } });
  store = storefront(server, site);
});
afterAll(() => server.stop());

describe("a token of a login (X7)", () => {
  const encode = (value: unknown) => Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");

  /** Tokens that are not, or not quite, what we issue. */
  async function forgeries(id: string, good: string): Promise<[string, string][]> {
    const { secrets } = server.deps;
    const [{ id: kid, bytes }] = secrets.derive(`vitrine/customer-token/${site.id}`);
    const other = await server.addSite();
    const now = Math.floor(server.clock.now().getTime() / 1_000);
    const claims = { iss: "http://localhost:3000", aud: site.id, sub: id, iat: now, exp: now + 600, jti: "j", ver: 1 };
    const sign = (more: object, header: object = {}, key: Uint8Array = bytes) =>
      new SignJWT({ ...claims, ...more }).setProtectedHeader({ alg: "HS256", typ: "JWT", kid, ...header }).sign(key);
    const without = (name: string) => sign({ [name]: undefined });
    const [header = "", payload = "", signature = ""] = good.split(".");
    const last = signature.at(-1) ?? "";
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    return [
      ["nothing", ""],
      ["not a token", "hello"],
      ["two parts", `${header}.${payload}`],
      ["four parts", `${good}.x`],
      ["five parts, as if encrypted", `${good}.x.y`],
      ["no signature", `${header}.${payload}.`],
      ["another signature", `${header}.${payload}.${"A".repeat(43)}`],
      ["a signature in another spelling", `${header}.${payload}.${signature.slice(0, -1)}${alphabet[alphabet.indexOf(last) ^ 1] ?? ""}`],
      ["a signature with padding", `${good}=`],
      ["the token twice", `${good},${good}`],
      ["another payload", `${header}.${encode({ ...claims, sub: "019a9f5e-3c1b-7d42-9b8e-2f6a1c4d5e6f" })}.${signature}`],
      ["alg none", new UnsecuredJWT(claims).encode()],
      ["alg none with a signature", `${encode({ alg: "none", typ: "JWT", kid })}.${payload}.${signature}`],
      ["alg None", `${encode({ alg: "None", typ: "JWT", kid })}.${payload}.${signature}`],
      ["alg hs256", `${encode({ alg: "hs256", typ: "JWT", kid })}.${payload}.${signature}`],
      ["alg HS384", await sign({}, { alg: "HS384" }, new Uint8Array(48))],
      ["alg HS512", await sign({}, { alg: "HS512" }, new Uint8Array(64))],
      ["alg RS256 over our key", `${encode({ alg: "RS256", typ: "JWT", kid })}.${payload}.${signature}`],
      ["another type", await sign({}, { typ: "at+jwt" })],
      ["no type", await sign({}, { typ: undefined })],
      ["an unknown key", await sign({}, { kid: "other" })],
      ["no key", await sign({}, { kid: undefined })],
      ["a key that is a path", await sign({}, { kid: "../../../dev/null" }, new Uint8Array(32))],
      ["a key that is SQL", await sign({}, { kid: "' or '1'='1" })],
      ["a key that is a number", await sign({}, { kid: 0 as unknown as string })],
      ["a key of its own", await sign({}, { jwk: { kty: "oct", k: encode("k") } }, new Uint8Array(32))],
      ["a key from elsewhere", await sign({}, { jku: "https://evil.example/keys" }, new Uint8Array(32))],
      ["a certificate", await sign({}, { x5u: "https://evil.example/x" })],
      ["something critical", `${encode({ alg: "HS256", typ: "JWT", kid, crit: ["x"], x: 1 })}.${payload}.${signature}`],
      ["an empty key", await sign({}, {}, new Uint8Array(1))],
      ["the secret itself as key", await sign({}, {}, new Uint8Array(32))],
      ["another issuer", await sign({ iss: "https://evil.example" })],
      ["no issuer", await without("iss")],
      ["another site, under this one's key", await sign({ aud: other.id })],
      ["no site", await without("aud")],
      ["two sites", await sign({ aud: [site.id, other.id] })],
      ["a site that is not there", await sign({ aud: "019a9f5e-3c1b-7d42-9b8e-2f6a1c4d5e6f" })],
      ["a site that is no id", await sign({ aud: "x' or true --" })],
      ["nobody", await without("sub")],
      ["a customer that is not there", await sign({ sub: "019a9f5e-3c1b-7d42-9b8e-2f6a1c4d5e6f" })],
      ["a customer that is no id", await sign({ sub: "*" })],
      ["an expired token", await sign({ iat: now - 700, exp: now - 1 })],
      ["one that expires now", await sign({ exp: now })],
      ["no expiry", await without("exp")],
      ["an expiry that is text", await sign({ exp: "never" })],
      ["one from the future", await sign({ iat: now + 60 })],
      ["one not yet valid", await sign({ nbf: now + 60 })],
      ["no instant of issue", await without("iat")],
      ["no id", await without("jti")],
      ["no version", await without("ver")],
      ["an older version", await sign({ ver: 0 })],
      ["a later version", await sign({ ver: 2 })],
      ["a version that is text", await sign({ ver: "1" })],
      ["a version that is huge", await sign({ ver: 1e300 })],
      ["a version with a fraction", await sign({ ver: 1.5 })],
      ["eight kilobytes", await sign({ x: "x".repeat(8_000) })],
      ["an API key", site.key],
    ];
  }

  test("is valid as it was issued, and in no other form", async () => {
    const id = await store.register("jwt@example.com");
    const good = (await store.logIn("jwt@example.com")) ?? "";
    const list = await forgeries(id, good);
    expect(list.length).toBeGreaterThanOrEqual(40);
    const calls = (headers: Record<string, string>) => [
      server.ask(`${shop}/account`, { headers }),
      server.ask(`${shop}/account`, {
        method: "PATCH",
        body: '{"firstName":"Forged"}',
        headers: { "content-type": "application/json", ...headers },
      }),
      store.post("/account/change-password", { currentPassword: password, newPassword: "a forged password" }, headers),
      store.post("/auth/request-email-verification", { verifyUrlBase: "https://shop.example/" }, headers),
      store.post("/auth/request-email-verification", { verifyUrlBase: "https://shop.example/" }, { ...headers, "x-api-key": site.key }),
    ];
    for (const [what, token] of list) {
      for (const [index, { status, json, headers }] of (await Promise.all(calls({ authorization: `Bearer ${token}` }))).entries()) {
        expect([what, index, status, (json as { code: string }).code]).toEqual([what, index, 401, "token_invalid"]);
        expect(headers.get("www-authenticate")).toContain("Bearer");
      }
    }
    for (const scheme of ["Basic", "Token", "Bearer:", "bearer ,", ""]) {
      expect(await server.ask(`${shop}/account`, { headers: { authorization: `${scheme} ${good}` } })).toMatchObject({ status: 401 });
    }
    expect(await store.account(good)).toMatchObject({ status: 200, json: { data: { id, firstName: null } } });
    expect((await server.ask(`${shop}/account`, { headers: { authorization: `bearer ${good}` } })).status).toBe(200);
  });

  test("is valid at its own site only, whatever the key (A11)", async () => {
    await store.register("two-sites@example.com");
    const token = (await store.logIn("two-sites@example.com")) ?? "";
    const other = await server.addSite();
    const authorization = `Bearer ${token}`;
    expect(await store.account(token, { "x-api-key": site.key })).toMatchObject({ status: 200 });
    expect(await store.account(token, { "x-api-key": other.key })).toMatchObject({ status: 401, json: { code: "token_invalid" } });
    expect(await store.account(token, { "x-api-key": `pk_${"a".repeat(32)}` })).toMatchObject({
      status: 401,
      json: { code: "api_key_invalid" },
    });
    const body = { verifyUrlBase: "https://shop.example/" };
    expect(await store.post("/auth/request-email-verification", body, { authorization, "x-api-key": other.key })).toMatchObject({
      status: 401,
      json: { code: "token_invalid" },
    });
    expect(await store.post("/auth/request-email-verification", body, { authorization, "x-api-key": site.key })).toMatchObject({
      status: 200,
    });
    expect(await store.account(token, { origin: "https://evil.example" })).toMatchObject({
      status: 403,
      json: { code: "origin_not_allowed" },
    });
    expect(await store.account(token, { origin: "https://shop.example" })).toMatchObject({ status: 200 });
  });

  test("lasts seven days, and ends with its customer and with its site", async () => {
    const ownSite = await server.addSite();
    const here = storefront(server, ownSite);
    const id = await here.register("ends@example.com");
    const token = (await here.logIn("ends@example.com")) ?? "";
    server.clock.advance(7 * 24 * 60 * 60_000 - 1_000);
    expect((await here.account(token)).status).toBe(200);
    server.clock.advance(1_000);
    expect((await here.account(token)).status).toBe(401);
    const second = (await here.logIn("ends@example.com")) ?? "";
    await server.deps.sql`update sites set suspended_at = now() where id = ${ownSite.id}`;
    await raiseContent(server.deps.sql, ownSite.id);
    await server.directory.poll();
    expect(await here.account(second)).toMatchObject({ status: 403, json: { code: "site_suspended" } });
    await server.deps.sql`update sites set suspended_at = null where id = ${ownSite.id}`;
    await raiseContent(server.deps.sql, ownSite.id);
    await server.directory.poll();
    expect((await here.account(second)).status).toBe(200);
    await server.deps.sql`delete from customers where site_id = ${ownSite.id} and id = ${id}`;
    expect((await here.account(second)).status).toBe(401);
  });
});

describe("a member that clients may not set (A12)", () => {
  const forbidden = {
    id: "019a9f5e-3c1b-7d42-9b8e-2f6a1c4d5e6f",
    siteId: "019a9f5e-3c1b-7d42-9b8e-2f6a1c4d5e6f",
    site_id: "x",
    emailVerified: true,
    email_verified_at: "2020-01-01",
    verified: true,
    role: "admin",
    isAdmin: true,
    tokenVersion: 99,
    token_version: 99,
    ver: 99,
    passwordHash: "x",
    password_hash: "x",
    createdAt: "2000-01-01T00:00:00.000Z",
    updatedAt: "2000-01-01T00:00:00.000Z",
    status: "ACTIVE",
  };

  test("is ignored in every request", async () => {
    const registered = await store.post("/auth/register", { ...forbidden, email: "mass@example.com", password });
    const { data } = registered.json as { data: { id: string; emailVerified: boolean } };
    expect(data).toMatchObject({ emailVerified: false, createdAt: server.clock.now().toISOString() });
    expect(data.id).not.toBe(forbidden.id);
    const token = (await store.logIn("mass@example.com")) ?? "";
    const row = async () =>
      (await server.deps.sql<object>`select * from customers where site_id = ${site.id} and email = 'mass@example.com'`)[0];
    const before = await row();
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const patched = await server.ask(`${shop}/account`, {
      method: "PATCH",
      headers,
      body: JSON.stringify({ ...forbidden, email: "other@example.com", password: "x" }),
    });
    expect(patched.status).toBe(200);
    expect(await row()).toEqual({ ...before, updated_at: ((await row()) as { updated_at: Date }).updated_at });
    await store.post("/auth/login", { ...forbidden, email: "mass@example.com", password });
    await store.post("/auth/request-password-reset", {
      ...forbidden,
      email: "mass@example.com",
      resetUrlBase: "https://shop.example/",
      customerId: forbidden.id,
    });
    await store.post(
      "/auth/request-email-verification",
      { ...forbidden, email: "mass@example.com", verifyUrlBase: "https://shop.example/", customerId: forbidden.id },
      { authorization: `Bearer ${token}` },
    );
    expect(await row()).toEqual({ ...before, updated_at: ((await row()) as { updated_at: Date }).updated_at });
  });
});
