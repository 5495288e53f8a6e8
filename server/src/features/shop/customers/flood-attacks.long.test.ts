import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shop, startServer, type Answer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";
import { storefront } from "../../../../../test/kit/shopper.ts";

let server: TestServer;
let site: TestSite;
let store: ReturnType<typeof storefront>;

beforeAll(async () => {
  server = await startServer();
  site = await server.addSite({ site: { allowedOrigins: ["https://shop.example", "https://*.wild.example", "http://dev.example:8080"] } });
  store = storefront(server, site);
});
afterAll(() => server.stop());

describe("guesses and floods (A8, A10)", () => {
  test("a client may try ten wrong passwords for an account in a quarter of an hour, even all at once", async () => {
    for (const email of ["guessed@example.com", "nobody-here@example.com"]) {
      if (email.startsWith("guessed")) await store.register(email);
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, index) => store.post("/auth/login", { email, password: `guess ${index}` })),
      );
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused).toHaveLength(50);
      for (const { headers, json } of refused) {
        expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
        expect(json).toMatchObject({ code: "rate_limited", retryAfter: 900 });
      }
    }
    // The right password, too, has to wait; and then it works.
    expect(await store.logIn("guessed@example.com")).toBeUndefined();
    server.clock.advance(15 * 60_000);
    expect(await store.logIn("guessed@example.com")).toBeDefined();
  });

  test("all clients together may try a hundred wrong passwords for an account", async () => {
    const proxied = await startServer({ trustedProxies: ["127.0.0.1"] });
    const target = await proxied.addSite();
    const here = storefront(proxied, target);
    await here.register("many@example.com");
    const guess = (client: number) =>
      here.post(
        "/auth/login",
        { email: "many@example.com", password: "wrong one" },
        { "x-api-key": target.key, "x-forwarded-for": `198.51.100.${client}` },
      );
    const answers = [];
    for (let client = 1; client <= 30; client += 1) answers.push(...(await Promise.all(Array.from({ length: 8 }, () => guess(client)))));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(100);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(140);
    await proxied.stop();
  });

  test("guesses at one site's customers from sixty addresses are shed, and customers elsewhere get in", async () => {
    const proxied = await startServer({ trustedProxies: ["127.0.0.1"], passwordsWaiting: 50 });
    const [flooded, elsewhere] = [await proxied.addSite(), await proxied.addSite()];
    const customer = storefront(proxied, elsewhere);
    await customer.register("right@example.com");
    const there = storefront(proxied, flooded);
    const guess = (client: number, round: number) =>
      there.post(
        "/auth/login",
        { email: `somebody-${round}@example.com`, password: "wrong one" },
        { "x-api-key": flooded.key, "x-forwarded-for": `198.51.100.${client}` },
      );
    const guesses = Promise.all(
      Array.from({ length: 60 }, async (_, client) => {
        const answers = [];
        for (let round = 0; round < 4; round += 1) answers.push(...(await Promise.all([guess(client, round), guess(client, -1 - round)])));
        return answers;
      }),
    );
    for (let round = 0; round < 20; round += 1) expect(await customer.logIn("right@example.com")).toBeDefined();
    const statuses = new Set((await guesses).flat().map(({ status }) => status));
    expect([...statuses].sort()).toEqual([401, 503]);
    await proxied.stop();
  });

  test("right passwords do not count", async () => {
    await store.register("regular@example.com");
    for (let index = 0; index < 25; index += 1) expect(await store.logIn("regular@example.com")).toBeDefined();
  });

  test("an address gets three mails of a kind an hour, however many requests there are", async () => {
    await store.register("bombed@example.com");
    await store.mailsTo("bombed@example.com");
    server.mails.length = 0;
    for (let index = 0; index < 60; index += 1) {
      expect(
        await store.post("/auth/request-password-reset", { email: "bombed@example.com", resetUrlBase: "https://shop.example/" }),
      ).toMatchObject({ status: 200 });
    }
    expect(await store.mailsTo("bombed@example.com")).toHaveLength(3);
    server.clock.advance(60 * 60_000);
    await store.post("/auth/request-password-reset", { email: "bombed@example.com", resetUrlBase: "https://shop.example/" });
    expect(await store.mailsTo("bombed@example.com")).toHaveLength(4);
  });

  test("a client may send thirty requests a minute to operations that check a secret", async () => {
    const limited = await startServer({ limits: { credentials: { perSecond: 0.5, burst: 30 } } });
    const target = await limited.addSite();
    const here = storefront(limited, target);
    const statuses = [];
    for (let index = 0; index < 40; index += 1) {
      const path = ["/auth/login", "/auth/verify-email", "/auth/reset-password", "/auth/request-password-reset"][index % 4] ?? "";
      const body = [
        { email: `a${index}@example.com`, password: "x" },
        { token: "x" },
        { token: "x", password: "long enough" },
        { email: "a@example.com", resetUrlBase: "https://a.example" },
      ];
      statuses.push((await here.post(path, body[index % 4])).status);
    }
    expect(statuses.slice(0, 30)).not.toContain(429);
    expect(statuses.slice(30)).toEqual(Array.from({ length: 10 }, () => 429));
    const { headers } = await here.post("/auth/login", { email: "a@example.com", password: "x" });
    expect(headers.get("ratelimit-policy")).toBe('"credentials";q=30;w=60');
    expect((await limited.ask(`${shop}/products`, { key: target.key })).status).toBe(200);
    await limited.stop();
  });

  test("logins beyond the queue for passwords are refused at once", async () => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const hashing = { hash: async () => "", verify: async () => released.then(() => false) };
    const small = await startServer({ hashing, passwordsWaiting: 3 });
    const here = storefront(small, await small.addSite());
    const refused: Answer[] = [];
    const logins = Array.from({ length: 40 }, async (_, index) => {
      const answer = await here.post("/auth/login", { email: `p${index}@example.com`, password: "x" });
      if (answer.status === 503 && refused.push(answer) === 35) release();
      return answer.status;
    });
    const statuses = await Promise.all(logins);
    // Two at once, three that wait.
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    // What was refused at the door counts against nobody.
    const [counted] = await small.deps.sql<{ tries: number }>`select count(*)::int as tries from attempts`;
    expect(counted?.tries).toBe(2 * 5);
    for (const { json, headers } of refused)
      expect([(json as { code: string }).code, headers.get("retry-after")]).toEqual(["unavailable", "1"]);
    await small.stop();
  });
});
