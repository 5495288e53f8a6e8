import { afterEach, describe, expect, test } from "vitest";
import { cms, startServer, TestClock, type TestServer, type TestServerOptions, type TestSite } from "../../../test/kit/harness.ts";
import { addKey } from "../features/server/sites/index.ts";
import { sampleSite } from "../../../test/kit/sample-site.ts";

let server: TestServer;
let site: TestSite;

const start = async (options: TestServerOptions) => {
  server = await startServer(options);
  site = await server.addSite(sampleSite());
};
afterEach(() => server.stop());

const statuses = async (
  count: number,
  path: (index: number) => string,
  headers: (index: number) => Record<string, string> = () => ({}),
) => {
  const answers = [];
  for (let index = 0; index < count; index += 1) answers.push(await server.ask(path(index), { key: site.key, headers: headers(index) }));
  return answers;
};
const passed = (answers: { status: number }[]) => answers.filter(({ status }) => status !== 429).length;

test("a request over the limit is refused until the client has waited", async () => {
  await start({ limits: { reads: { perSecond: 2, burst: 5 } } });
  const answers = await statuses(8, () => `${cms}/pages/home`);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  expect(answers[0]?.headers.get("ratelimit-policy")).toBe('"reads";q=5;w=3');
  expect(answers.map(({ headers }) => headers.get("ratelimit"))).toEqual(
    [4, 3, 2, 1, 0, 0, 0, 0].map((left, index) => `"reads";r=${left};t=${[1, 1, 2, 2, 3, 3, 3, 3][index]}`),
  );
  expect(answers[5]).toMatchObject({ json: { code: "rate_limited", retryAfter: 1 } });
  expect(answers[5]?.headers.get("retry-after")).toBe("1");
  server.clock.advance(1_000);
  expect(passed(await statuses(4, () => `${cms}/pages/home`))).toBe(2);
});

test("a refused page lets a browser read the reason", async () => {
  await start({ limits: { reads: { perSecond: 1, burst: 1 } } });
  const [, refused] = await statuses(
    2,
    () => `${cms}/pages/home`,
    () => ({ origin: "https://evil.example" }),
  );
  expect([refused?.status, refused?.headers.get("access-control-allow-origin")]).toEqual([429, "https://evil.example"]);
});

describe("no spelling of a request gets around the limit", () => {
  test.each<[string, (index: number) => string, ((index: number) => Record<string, string>)?]>([
    ["other pages", (index) => `${cms}/pages/${["home", "about", "missing"][index % 3]}`],
    ["other routes", (index) => cms + (["/pages", "/blog/first", "/content/note", "/block-types", "/nothing"][index % 5] ?? "")],
    ["other queries", (index) => `${cms}/pages/home?x=${index}`],
    ["slashes", (index) => `${cms}/pages/home${index % 2 ? "/" : ""}`],
    ["unknown addresses", (index) => `/x${index}`],
    ["x-forwarded-for", () => `${cms}/pages/home`, (index) => ({ "x-forwarded-for": `10.0.0.${index}` })],
    ["x-real-ip", () => `${cms}/pages/home`, (index) => ({ "x-real-ip": `10.0.0.${index}` })],
    ["forwarded", () => `${cms}/pages/home`, (index) => ({ forwarded: `for=10.0.0.${index}` })],
    ["cf-connecting-ip", () => `${cms}/pages/home`, (index) => ({ "cf-connecting-ip": `10.0.0.${index}` })],
    ["true-client-ip", () => `${cms}/pages/home`, (index) => ({ "true-client-ip": `10.0.0.${index}` })],
    ["user agents", () => `${cms}/pages/home`, (index) => ({ "user-agent": `agent ${index}` })],
    ["invalid keys", () => `${cms}/pages/home`, (index) => ({ "x-api-key": `pk_${String(index).padStart(32, "0")}` })],
    ["origins", () => `${cms}/pages/home`, (index) => ({ origin: `https://${index}.example` })],
    ["validators", () => `${cms}/pages/home`, (index) => ({ "if-none-match": `"${index}"` })],
  ])("%s", async (_name, path, headers) => {
    await start({ limits: { reads: { perSecond: 1, burst: 10 } } });
    expect(passed(await statuses(20, path, headers))).toBe(10);
  });

  test("methods and other sites' keys", async () => {
    await start({ limits: { reads: { perSecond: 1, burst: 10 } } });
    const other = await server.addSite(sampleSite());
    const answers = [];
    for (let index = 0; index < 20; index += 1) {
      const method = ["GET", "HEAD", "OPTIONS"][index % 3] ?? "GET";
      answers.push(await server.ask(`${cms}/pages/home`, { key: index % 2 ? other.key : site.key, method }));
    }
    expect(passed(answers)).toBe(10);
  });
});

test("writes have a limit of their own", async () => {
  await start({ limits: { reads: { perSecond: 1, burst: 1 }, writes: { perSecond: 1, burst: 3 } } });
  const answers = [];
  for (let index = 0; index < 6; index += 1) answers.push(await server.ask(`${cms}/pages`, { method: "POST", key: site.key }));
  expect(answers.map(({ status }) => status)).toEqual([405, 405, 405, 429, 429, 429]);
  expect((await server.ask(`${cms}/pages`, { key: site.key })).status).toBe(200);
});

test("a key can carry a read limit of its own, which clients behind one address share with nobody else", async () => {
  await start({ limits: { reads: { perSecond: 1, burst: 3 } } });
  const { sql, ids, clock } = server.deps;
  const added = await addKey(sql, { now: clock.now(), ids }, site.id, { name: "renderer", readLimit: 4 });
  const key = added?.key ?? "";
  // The first request looks the key up, and counts for the address.
  const answers = [];
  for (let index = 0; index < 45; index += 1) answers.push(await server.ask(`${cms}/pages/home`, { key }));
  expect(passed(answers)).toBe(1 + 40);
  expect(answers[1]?.headers.get("ratelimit-policy")).toBe('"reads";q=40;w=10');
  expect(passed(await statuses(4, () => `${cms}/pages/home`))).toBe(2);
});

test("behind a trusted proxy each client has its own limit, and cannot choose another's", async () => {
  await start({ limits: { reads: { perSecond: 1, burst: 2 } }, trustedProxies: ["127.0.0.1", "10.0.0.0/8"] });
  const from = (address: string) =>
    statuses(
      4,
      () => `${cms}/pages/home`,
      () => ({ "x-forwarded-for": address }),
    ).then(passed);
  expect(await from("203.0.113.1")).toBe(2);
  expect(await from("203.0.113.2")).toBe(2);
  expect(await from("203.0.113.99, 203.0.113.2")).toBe(0);
  expect(await from("203.0.113.3, 10.1.2.3")).toBe(2);
  expect(await from("2001:db8:1:2:3::1")).toBe(2);
  expect(await from("2001:db8:1:2:4::2")).toBe(0);
  expect(await from("2001:db8:1:3::1")).toBe(2);
});

test("health, readiness and metrics have limits too, because each queries the database or costs more than that", async () => {
  await start({ limits: { reads: { perSecond: 1, burst: 5 } } });
  expect(passed(await statuses(20, (index) => ["/healthz", "/readyz", "/metrics"][index % 3] ?? ""))).toBe(5);
});

describe("the server time of a client", () => {
  // Each reading of this clock is seven milliseconds later than the one before.
  class WorkingClock extends TestClock {
    override monotonicMs(): number {
      this.advance(7);
      return super.monotonicMs();
    }
  }

  test("is refused once it is used up, for all requests of that client and of no other", async () => {
    await start({ clock: new WorkingClock(), trustedProxies: ["127.0.0.1"], limits: { processorTime: { perSecond: 1, burst: 60 } } });
    const asks =
      (client: string) =>
      async (path: string, init: RequestInit = {}) =>
        (await server.ask(path, { ...init, key: site.key, headers: { "content-type": "application/json", "x-forwarded-for": client } }))
          .status;
    const [loud, quiet] = [asks("203.0.113.1"), asks("203.0.113.2")];
    const submit = { method: "POST", body: '{"data":{}}' };
    const statuses: number[] = [];
    while (!statuses.includes(429) && statuses.length < 50) statuses.push(await loud(`${cms}/plugins/svc.forms/forms/none/submit`, submit));
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.filter((status) => status !== 429).length).toBeGreaterThan(1);
    expect([await loud(`${cms}/pages/home`), await loud("/healthz")]).toEqual([429, 429]);
    expect([await quiet(`${cms}/pages/home`), await quiet(`${cms}/plugins/svc.forms/forms/none/submit`, submit)]).toEqual([200, 404]);
    server.clock.advance(120_000);
    expect(await loud(`${cms}/pages/home`)).toBe(200);
  });
});
