import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { truncatedClient } from "../../../lib/http/client-address.ts";
import { contactForm, formOf, formsPlugin, submitter, submissionsOf } from "../../../../../test/kit/form-site.ts";
import { longTest } from "../../../../../test/kit/sampled.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

/** A site with one form of this schema. */
const siteWith = async (schema: object, more: object = {}) => server.addSite({ forms: [formOf({ schema, ...more })] });
const good = { name: "Ada", email: "ada@example.com", message: "Hello" };

describe("the honeypot", () => {
  test.each<[string, unknown]>([
    ["text", "http://spam.example"],
    ["a blank", " "],
    ["a number", 0],
    ["false", false],
    ["a list", []],
    ["an object", {}],
  ])("filled with %s gets the same response, keeps the submission as spam and sends no mail", async (_name, bait) => {
    const site = await server.addSite({ forms: [contactForm()], ...formsPlugin("ops@shop.example") });
    const submit = submitter(server, site);
    const honest = await submit(good);
    for (const data of [good, { nothing: "that fits" }, {}, { email: { a: [1] } }]) {
      const caught = await submit({ ...data, _hp: bait });
      expect([caught.status, caught.text, [...caught.headers.keys()].sort()]).toEqual([
        202,
        honest.text,
        [...honest.headers.keys()].sort(),
      ]);
    }
    const keptSubmissions = await submissionsOf(server, site);
    expect(keptSubmissions.map(({ isSpam }) => isSpam)).toEqual([false, true, true, true, true]);
    expect(keptSubmissions[2]?.data).toEqual({ nothing: "that fits" });
    server.mails.length = 0;
    await server.runTasks();
    expect(server.mails).toHaveLength(1);
  });

  test.each<[string, unknown]>([
    ["absent", undefined],
    ["empty", ""],
    ["null", null],
  ])("that is %s is not stored with the submission", async (_name, bait) => {
    const site = await siteWith({ type: "object", properties: { a: { type: "string" } }, additionalProperties: false, maxProperties: 1 });
    expect((await submitter(server, site, "form")({ a: "x", _hp: bait })).status).toBe(202);
    expect(await submissionsOf(server, site)).toMatchObject([{ data: { a: "x" }, isSpam: false }]);
  });

  test("is an ordinary name in a nested object", async () => {
    const site = await siteWith({ type: "object", properties: { a: { type: "object" } } });
    expect((await submitter(server, site, "form")({ a: { _hp: "x" } })).status).toBe(202);
    expect(await submissionsOf(server, site)).toMatchObject([{ data: { a: { _hp: "x" } }, isSpam: false }]);
  });
});

describe("a client", () => {
  longTest("may submit a form a limited number of times an hour, even all at once, valid or not", async () => {
    const limited = await startServer({ submissionsPerClient: 5, trustedProxies: ["127.0.0.1"] });
    const site = await limited.addSite({ forms: [contactForm(), { ...contactForm(), slug: "other" }] });
    const submit = submitter(limited, site, "contact", { "x-forwarded-for": "203.0.113.7" });
    // To look at a wrong one costs as much as to look at a right one.
    for (let round = 0; round < 2; round += 1) expect((await submit({})).status).toBe(400);
    const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => submit(index % 2 ? good : { ...good, _hp: "x" })));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(3);
    expect((await submit({})).status).toBe(429);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.json).toMatchObject({ code: "rate_limited", retryAfter: 3_600 });
    expect(refused?.headers.get("retry-after")).toBe("3600");
    expect(await submissionsOf(limited, site)).toHaveLength(3);
    // Another form, another client and another hour are counted apart.
    expect((await submitter(limited, site, "other", { "x-forwarded-for": "203.0.113.7" })(good)).status).toBe(202);
    expect((await submitter(limited, site, "contact", { "x-forwarded-for": "203.0.113.8" })(good)).status).toBe(202);
    limited.clock.advance(60 * 60_000);
    expect((await submit(good)).status).toBe(202);
    await limited.stop();
  });

  test("is stored as its network, and nowhere as its address", async () => {
    const behind = await startServer({ trustedProxies: ["127.0.0.1"], submissionsPerClient: 5 });
    const networkByAddress: Record<string, string> = {
      "203.0.113.77": "203.0.113.0/24",
      "::ffff:198.51.100.9": "198.51.100.0/24",
      "2001:db8:aa:bb:cc::1": "2001:db8:aa::/48",
      "2001:DB8::1": "2001:db8:0::/48",
    };
    for (const [address, network] of Object.entries(networkByAddress)) {
      const site = await behind.addSite({ forms: [contactForm()] });
      await submitter(behind, site, "contact", { "x-forwarded-for": address })(good);
      expect((await submissionsOf(behind, site)).map(({ client }) => client)).toEqual([network]);
    }
    expect(truncatedClient("not an address")).toBe("");
    const dump = JSON.stringify(await behind.deps.sql<object>`select id::text, count from attempts`) + behind.logged();
    for (const address of Object.keys(networkByAddress)) expect(dump).not.toContain(address);
    await behind.stop();
  });
});

test("no log line contains a submission", async () => {
  const site = await server.addSite({ forms: [contactForm()], ...formsPlugin("ops@shop.example") });
  const canary = `canary-${randomUUID()}`;
  await submitter(server, site)({ ...good, message: canary });
  await submitter(server, site)({ ...good, email: canary, [canary]: canary });
  await submitter(server, site)({ message: canary, _hp: canary });
  const waiting = JSON.stringify(await server.deps.sql<object>`select payload from outbox`);
  await server.runTasks();
  expect(server.logged() + waiting).not.toContain(canary);
  // Nor whom it is for: they are looked up when it is sent.
  expect(waiting).toContain(site.id);
  expect(waiting).not.toContain("ops@shop.example");
});
