import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addKey, revokeKeys } from "../features/server/sites/index.ts";
import { adminBase, isAt, isOfAdminApi, type OperationSpec } from "../lib/http/operation.ts";
import { cms, startServer, type TestServer } from "../../../test/kit/harness.ts";
import { addProofSite, type ProofSite } from "../../../test/kit/proof-site.ts";
import { loadProofs, prove, sendWith, successOf, type Proof, type Sendable } from "../../../test/kit/proof.ts";
import { allowed, ownOrigins, refused } from "../../../test/kit/origins.ts";
import { sampled } from "../../../test/kit/sampled.ts";
import { parseRaw, sendRaw } from "../../../test/kit/raw.ts";
import { raiseContent } from "../../../test/kit/raise-content.ts";

let server: TestServer;
let site: ProofSite;
let other: ProofSite;

const settings = { allowedOrigins: ownOrigins };
beforeAll(async () => {
  server = await startServer({ globalOrigins: ["https://global.example"], takesPayments: true });
  site = await addProofSite(server, "sample", settings);
  other = await addProofSite(server, "other", settings);
});
afterAll(() => server.stop());

const proofs = [...(await loadProofs()).values()].map((proof) => [proof.operation.id, proof] as const);
const withAccess = (...kinds: OperationSpec["access"][]) => proofs.filter(([, { operation }]) => kinds.includes(operation.access));
const guarded = withAccess("key", "keyOrToken", "keyMaybeToken", "token");
const inTurn = (rows: typeof proofs) => sampled(rows, ([id]) => id, 16);

/** A request that would succeed with its credential. */
const makeRequest = async (proof: Proof, of = site): Promise<Sendable> => (await prove(proof, of)).sent;

/** Every address of the matrix with its methods and headers, derived from the proofs alone. */
async function addresses(): Promise<Map<string, { path: string; methods: string[] }>> {
  const addressesByPath = new Map<string, { path: string; methods: string[] }>();
  for (const [, proof] of guarded) {
    const { path, method } = await makeRequest(proof);
    // Two requests to one address may name different resources.
    const other = addressesByPath.get(proof.operation.path) ?? { path, methods: ["OPTIONS"] };
    const methods = [...other.methods, method, ...(method === "GET" ? ["HEAD"] : [])].sort();
    addressesByPath.set(proof.operation.path, { ...other, methods });
  }
  return addressesByPath;
}

const listed = (header: string | null | undefined) => header?.split(", ").sort();

test("every operation that takes a credential has a row in this matrix, with its own address", async () => {
  const operations = server.vitrine.operations.filter((one) => one.access !== "none" && !isOfAdminApi(one));
  expect(guarded.map(([id]) => id).sort()).toEqual(operations.map(({ id }) => id).sort());
  for (const [id, proof] of guarded) {
    const [path = ""] = (await makeRequest(proof)).path.split("?");
    expect([id, isAt(proof.operation, path)]).toEqual([id, true]);
  }
});

test("the operations that take no credential are listed one by one", () => {
  const open = server.vitrine.operations
    .filter(({ access }) => access === "none" || access === "signIn")
    .map(({ method, path }) => `${method} ${path}`);
  const pages = ["verify-email", "reset-password", "not-me"].map((page) => `/sites/{siteSlug}/${page}`);
  expect(open.sort()).toEqual(
    [
      ...["/", "/docs", "/docs/admin", "/docs/reference.css", "/docs/reference.js", "/healthz", "/metrics", "/openapi.json", "/readyz"].map(
        (path) => `GET ${path}`,
      ),
      ...pages.flatMap((path) => [`GET ${path}`, `POST ${path}`]),
      ...["", "/me", "/server", "/sites/{+place}", "/assets/{file}", "/sign-in", "/password", "/invitation"].map(
        (path) => `GET /studio${path}`,
      ),
      ...["auth.css", "auth.js", "sign-in.js", "passkey.js", "password.js", "invitation.js"].map((file) => `GET /studio/sign-in/${file}`),
      "GET /media/{siteSlug}/{assetId}/{hash}/{name}",
      `GET ${cms}/preview/{token}`,
      ...["/signup", "/signup/resend", "/signup/verify"].map((path) => `POST ${cms}${path}`),
      `POST ${cms}/webhooks/svc.payments/{siteSlug}`,
      `GET ${adminBase}/openapi.json`,
      ...["/session", "/session/link", "/session/passkey", "/session/passkey/options"].map((path) => `POST ${adminBase}${path}`),
      ...["/password-reset", "/password-reset/confirm", "/invitations/{token}/accept"].map((path) => `POST ${adminBase}${path}`),
      `GET ${adminBase}/invitations/{token}`,
    ].sort(),
  );
});

async function suspend(since: "now" | "never"): Promise<void> {
  await server.deps.sql`
    update sites set suspended_at = case when ${since} = 'now' then now() end where id = ${other.id}`;
  await raiseContent(server.deps.sql, other.id);
  await server.directory.poll();
}

/** Sends a request with these headers. */
const send = (request: Sendable, sentHeaders: Record<string, string>, query = "") =>
  sendWith(server, { ...request, path: request.path + query }, sentHeaders);
async function outcomeOf(request: Sendable, sentHeaders: Record<string, string>, query = "") {
  const { status, json, headers } = await send(request, sentHeaders, query);
  return { status, code: (json as { code?: string } | undefined)?.code, challenge: headers.get("www-authenticate") };
}

describe.each(inTurn(withAccess("key", "keyOrToken", "keyMaybeToken")))("the key of %s", (_id, proof) => {
  const success = successOf(proof.operation);
  const status = async (headers: Record<string, string>) => outcomeOf(await makeRequest(proof), headers);

  test("admits the holder of the key", async () => {
    expect(await status({ "x-api-key": site.key })).toMatchObject({ status: success });
  });

  test("refuses a request without a key", async () => {
    expect(await status({})).toMatchObject({
      status: 401,
      code: "api_key_missing",
      challenge: expect.stringContaining("ApiKey") as string,
    });
    expect(await status({ "x-api-key": "" })).toMatchObject({ status: 401, code: "api_key_missing" });
    expect(await outcomeOf(await makeRequest(proof), {}, `?x-api-key=${site.key}&apiKey=${site.key}`)).toMatchObject({
      status: 401,
      code: "api_key_missing",
    });
    expect(await status({ authorization: `Bearer ${site.key}` })).toMatchObject({
      status: 401,
      code: proof.operation.access === "keyOrToken" ? "token_invalid" : "api_key_missing",
    });
    expect(await status({ cookie: `x-api-key=${site.key}` })).toMatchObject({ status: 401, code: "api_key_missing" });
  });

  test("refuses every invalid key", async () => {
    const request = await makeRequest(proof);
    const bad = {
      "of another form": "pk_short",
      unknown: `pk_${"a".repeat(32)}`,
      "with another last letter": site.key.slice(0, -1) + (site.key.endsWith("a") ? "b" : "a"),
      "in another case": site.key.toUpperCase(),
      "with more": `${site.key}a`,
      "in quotes": `"${site.key}"`,
      "twice with a comma": `${site.key}, ${site.key}`,
      "of another kind": `pv_${site.key.slice(3)}`,
      "with an injection": "pk_' or '1'='1",
      "very long": `pk_${"a".repeat(8_000)}`,
    };
    for (const [name, key] of Object.entries(bad)) {
      const { status, code } = await outcomeOf(request, { "x-api-key": key });
      expect([name, status, code]).toEqual([name, 401, "api_key_invalid"]);
    }
  });

  test("refuses a revoked key", async () => {
    const { sql, ids, clock } = server.deps;
    const added = await addKey(sql, { now: clock.now(), ids }, site.id, { name: "to be revoked" });
    const headers = { "x-api-key": added?.key ?? "" };
    expect(await status(headers)).toMatchObject({ status: success });
    const by = { actor: { kind: "CLI" }, siteId: site.id, action: "key revoke" } as const;
    await revokeKeys(sql, { now: clock.now(), ids }, by, { idOrName: "to be revoked" });
    await server.directory.poll();
    expect(await status(headers)).toMatchObject({ status: 401, code: "api_key_invalid" });
  });
});

describe.each(inTurn(withAccess("token")))("the token of %s", (_id, proof) => {
  /** A request, and the token of its customer. */
  const proveOwn = async () => {
    const { sent, credential } = await prove(proof, site);
    return { sent, authorization: credential.authorization ?? "" };
  };

  test("is enough, alone or with a key of its site", async () => {
    for (const more of [{}, { "x-api-key": site.key }]) {
      const { sent, authorization } = await proveOwn();
      expect(await outcomeOf(sent, { authorization, ...more })).toMatchObject({ status: successOf(proof.operation) });
    }
  });

  test("is required", async () => {
    const missing = { status: 401, code: "token_missing", challenge: expect.stringContaining("Bearer") as string };
    const { sent, authorization } = await proveOwn();
    const token = authorization.slice("Bearer ".length);
    for (const headers of [
      {},
      { "x-api-key": site.key },
      { cookie: `authorization=${authorization}` },
      { "x-authorization": authorization },
    ])
      expect(await outcomeOf(sent, headers)).toMatchObject(missing);
    expect(await outcomeOf(sent, {}, `?authorization=Bearer%20${token}&token=${token}&access_token=${token}`)).toMatchObject(missing);
    expect(await outcomeOf(sent, { "x-api-key": token })).toMatchObject({ status: 401, code: "token_missing" });
  });

  test("does not replace a key, is not valid at another site, and does not help beside a bad key", async () => {
    const { sent, authorization } = await proveOwn();
    const invalid = { status: 401, code: "token_invalid" };
    expect(await outcomeOf(sent, { authorization: `Bearer ${site.key}` })).toMatchObject(invalid);
    expect(await outcomeOf(sent, { authorization, "x-api-key": other.key })).toMatchObject(invalid);
    expect(await outcomeOf(sent, { authorization, "x-api-key": "pk_short" })).toMatchObject({ status: 401, code: "api_key_invalid" });
    expect(await outcomeOf(sent, { authorization: authorization.slice(0, -2) })).toMatchObject(invalid);
  });
});

describe.each(inTurn(guarded))("%s", (_id, proof) => {
  test("refuses everyone while the site is suspended", async () => {
    const [first, second] = [await prove(proof, other), await prove(proof, other)];
    expect(await outcomeOf(first.sent, first.credential)).toMatchObject({ status: successOf(proof.operation) });
    await suspend("now");
    expect(await outcomeOf(second.sent, second.credential)).toMatchObject({ status: 403, code: "site_suspended" });
    await suspend("never");
  });

  test("admits every origin that the site allows, with the CORS headers", async () => {
    for (const origin of allowed) {
      const { sent, credential } = await prove(proof, site);
      const { status, headers } = await send(sent, { ...credential, origin });
      expect([origin, status]).toEqual([origin, successOf(proof.operation)]);
      expect(headers.get("access-control-allow-origin")).toBe(origin);
      expect(headers.get("access-control-expose-headers")).toContain("etag");
    }
  });

  test("refuses every other origin, but lets it read the reason", async () => {
    const { sent, credential } = await prove(proof, site);
    for (const origin of refused) {
      const { status, json, headers } = await send(sent, { ...credential, origin });
      expect([origin, status, (json as { code?: string }).code]).toEqual([origin, 403, "origin_not_allowed"]);
      expect(headers.get("access-control-allow-origin")).toBe(origin);
    }
  });

  test.each(["x-api-key", "origin", "authorization", "host", "processor-signature"])(
    "refuses a request with two %s headers",
    async (name) => {
      const value = name === "x-api-key" ? site.key : name === "origin" ? "https://shop.example" : "x";
      const other = name === "host" ? [] : ["Host: localhost"];
      const keyHeader = name === "x-api-key" ? [] : [`x-api-key: ${site.key}`];
      const { path, method, body: sent = "", headers } = await makeRequest(proof);
      const length = method === "GET" ? {} : { "content-length": String(Buffer.byteLength(sent)) };
      const rest = Object.entries({ ...headers, ...length })
        .filter(([header]) => header !== name)
        .map(([header, text]) => `${header}: ${text}`);
      const twice = [`${name}: ${value}`, `${name.toUpperCase()}: ${value}`];
      const text = [`${method} ${path} HTTP/1.1`, ...other, "Connection: close", ...keyHeader, ...rest, ...twice, "", sent].join("\r\n");
      const { status: got, body } = parseRaw(await sendRaw(server.port, text));
      expect(got).toBe(400);
      expect(JSON.parse(body)).toMatchObject({ code: "duplicate_header" });
    },
  );
});

test("a preflight gets the methods and headers of the address for every origin, and decides nothing", async () => {
  for (const { path, methods } of (await addresses()).values()) {
    for (const origin of ["https://evil.example", "https://shop.example", "null"]) {
      for (const asked of ["GET", "POST", "DELETE"]) {
        const { status, headers, text } = await server.ask(path, {
          method: "OPTIONS",
          headers: { origin, "access-control-request-method": asked },
        });
        expect([path, status, text]).toEqual([path, 204, ""]);
        expect(headers.get("access-control-allow-origin")).toBe(origin);
        expect([path, listed(headers.get("access-control-allow-methods"))]).toEqual([path, methods]);
        expect(headers.get("access-control-allow-headers")).toBe("content-type, x-api-key, x-preview, authorization, idempotency-key");
        expect(headers.get("access-control-max-age")).toBe("7200");
      }
    }
  }
});

test.each(["GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"])(
  "%s is accepted only where an operation takes it",
  async (method) => {
    const reads = ["/healthz", "/openapi.json"].map((path) => ({ path, methods: ["GET", "HEAD", "OPTIONS"] }));
    for (const { path, methods } of [...(await addresses()).values(), ...reads]) {
      if (methods.includes(method)) continue;
      const text = await sendRaw(
        server.port,
        `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nx-api-key: ${site.key}\r\nConnection: close\r\n\r\n`,
      );
      const { status, headers, body } = parseRaw(text);
      expect([method, path, status]).toEqual([method, path, 405]);
      expect([path, listed(headers.get("allow"))]).toEqual([path, methods]);
      expect(JSON.parse(body)).toMatchObject({ code: "method_not_allowed" });
    }
  },
);

test.each([
  "/api",
  "/api/public/v1",
  "/api/public/v2/pages",
  "/API/public/v1/pages",
  "/api/public/v1//pages",
  "/api/public/v1/pages/",
  "/api/public/v1/products",
  "/api/v1/shop",
  "/api/v1/shop/",
  "/api/v1/shop/pages",
  "/api/v1/Shop/products",
  "/api/v1/shop/products/slug/a/b",
  "/api/v1/shop/subscriptions",
  "/favicon.ico",
  "/.env",
])("an address without an operation gets 404: %s", async (path) => {
  const { status, json } = await server.ask(path, { key: site.key });
  if (path === "/api/public/v1/pages/") expect(status).toBe(200);
  else expect([status, (json as { code: string }).code]).toEqual([404, "route_not_found"]);
});
