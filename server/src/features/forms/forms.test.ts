import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cms, startServer, type TestServer, type TestSite } from "../../../../test/kit/harness.ts";
import { truncatedClient } from "../../lib/http/client-address.ts";
import { contactForm, formOf, formsPlugin, submitter, submissionsOf } from "../../../../test/kit/form-site.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const read = async (site: TestSite, slug: string) => {
  await server.directory.poll();
  return server.ask(`${cms}/plugins/svc.forms/forms/${slug}`, { key: site.key });
};
const faultsOf = ({ json }: { json: unknown }) =>
  (json as { errors?: { path: string; code: string }[] }).errors?.map(({ path, code }) => `${code} ${path}`);
const code = ({ json }: { json: unknown }) => (json as { code?: string }).code;
/** A site with one form of this schema. */
const siteWith = async (schema: object, more: object = {}) => server.addSite({ forms: [formOf({ schema, ...more })] });
const good = { name: "Ada", email: "ada@example.com", message: "Hello" };

describe("a form", () => {
  test("is shown as its page needs it, and nothing of who is told of it", async () => {
    const site = await server.addSite({ forms: [contactForm()], ...formsPlugin("ops@shop.example") });
    const answer = await read(site, "contact");
    expect(answer.json).toEqual({
      data: {
        slug: "contact",
        name: "Contact",
        schema: contactForm().schema,
        uiSchema: { message: { widget: "textarea" } },
        submitLabel: "Send it",
      },
    });
    expect(answer.headers.get("etag")).toMatch(/^"/);
    expect(answer.text).not.toMatch(/ops@|Thanks/);
  });

  test("has what was left out of its bundle", async () => {
    const site = await siteWith({ type: "object" });
    expect((await read(site, "form")).json).toMatchObject({ data: { uiSchema: {}, submitLabel: "Send" } });
    expect((await submitter(server, site, "form")({})).json).toEqual({ ok: true, successMessage: "Thank you." });
  });

  test("that is unknown, or no slug at all, is not found, however it is asked for", async () => {
    const site = await server.addSite({ forms: [contactForm()] });
    for (const slug of ["nothing", "Contact", "contact%00", "..%2fcontact", "constructor", "a".repeat(300), "contact%2fmore"]) {
      expect([slug, code(await read(site, slug)), code(await submitter(server, site, slug)(good))]).toEqual([
        slug,
        "form_not_found",
        "form_not_found",
      ]);
    }
    expect(await submissionsOf(server, site)).toEqual([]);
  });

  test("is there unless the plugin is switched off, and again when it is switched on", async () => {
    const site = await server.addSite({ forms: [contactForm()] });
    const shown = async () => [(await read(site, "contact")).status, (await submitter(server, site)(good)).status];
    const turn = (enabled: boolean) => server.import({ ...shell(site), plugins: { "svc.forms": { enabled } } });
    expect(await shown()).toEqual([200, 202]);
    await turn(false);
    expect(await shown()).toEqual([404, 404]);
    await turn(true);
    expect(await shown()).toEqual([200, 202]);
    expect(await submissionsOf(server, site)).toHaveLength(2);
  });

  test("that changes is shown and checked by at once, and each submission names its version", async () => {
    const site = await siteWith({ type: "object", properties: { a: { type: "string" } } });
    const submit = submitter(server, site, "form");
    const save = (schema: object, more: object = {}) => server.import({ ...shell(site), forms: [formOf({ schema, ...more })] });
    const b = { type: "object", properties: { b: { type: "integer" } } };
    for (let round = 0; round < 3; round += 1) expect((await submit({ a: "x" })).status).toBe(202);
    expect((await save(b)).sections.forms).toEqual({ created: 0, updated: 1, unchanged: 0 });
    expect(faultsOf(await submit({ a: "x" }))).toEqual(["additionalProperties /data/a"]);
    expect((await submit({ b: 1 })).status).toBe(202);
    expect((await read(site, "form")).json).toMatchObject({ data: { schema: b } });
    // Each of its members makes another version; the same once more makes none.
    for (const more of [
      { name: "B" },
      { submitLabel: "Go" },
      { successMessage: "Yes" },
      { uiSchema: { b: {} } },
      { uiSchema: { b: {} } },
    ]) {
      await save(b, more);
    }
    expect((await submit({ b: 2 })).status).toBe(202);
    const submitted = await submissionsOf(server, site);
    expect(submitted.map(({ version, data }) => [version, data])).toEqual([
      ...[1, 1, 1].map((version) => [version, { a: "x" }]),
      [2, { b: 1 }],
      [6, { b: 2 }],
    ]);
  });
});

describe("a submission", () => {
  test("is kept as it was sent, with its time, its form's version and where it roughly came from", async () => {
    const site = await server.addSite({ forms: [contactForm()] });
    const data = { message: "Grüße\r\n\t😀 'quoted' \\u0000", email: "Ada@Example.com", name: "Ada", topic: "other" };
    expect((await submitter(server, site)(data)).json).toEqual({ ok: true, successMessage: "Thanks, we will answer." });
    expect(await submissionsOf(server, site)).toEqual([
      { data, version: 1, isSpam: false, client: "127.0.0.0/24", createdAt: server.clock.now() },
    ]);
  });

  test("is told what is wrong, field by field", async () => {
    const site = await siteWith({
      type: "object",
      required: ["name", "address"],
      properties: {
        name: { type: "string", minLength: 2, maxLength: 5 },
        email: { type: "string", format: "email" },
        age: { type: "integer", minimum: 18 },
        agreed: { const: true },
        topic: { enum: ["a", "b"] },
        tags: { type: "array", items: { type: "string" }, maxItems: 2 },
        "x-y": { type: "string" },
        address: { type: "object", required: ["city"], properties: { city: { type: "string" }, zip: { pattern: "^\\d{5}$" } } },
      },
    });
    const submit = submitter(server, site, "form");
    const data = {
      name: "A",
      email: "ada",
      age: 17,
      agreed: false,
      topic: "c",
      tags: ["a", 1, "c"],
      address: { zip: "x" },
      other: 1,
      "a/b~c": 1,
    };
    const answer = await submit(data);
    expect([answer.status, code(answer)]).toEqual([400, "validation_failed"]);
    expect(faultsOf(answer)?.sort()).toEqual(
      [
        ...["minLength /data/name", "format /data/email", "minimum /data/age", "const /data/agreed", "enum /data/topic"],
        ...["maxItems /data/tags", "type /data/tags/1", "required /data/address/city", "pattern /data/address/zip"],
        ...["additionalProperties /data/other", "additionalProperties /data/a~1b~0c"],
      ].sort(),
    );
    expect((answer.json as { detail: string }).detail).toMatch(/^data\.[\w.]+ \w/);
    expect(answer.text).not.toContain("ada");
    expect(faultsOf(await submit({}))).toEqual(["required /data/name", "required /data/address"]);
    expect(await submissionsOf(server, site)).toEqual([]);
  });

  test.each<[string, unknown]>([
    ["no body at all", undefined],
    ["no data", {}],
    ["data that is null", { data: null }],
    ["data that is a list", { data: [good] }],
    ["data that is text", { data: JSON.stringify(good) }],
    ["a list", [{ data: good }]],
  ])("with %s is refused", async (_name, body) => {
    const site = await server.addSite({ forms: [contactForm()] });
    const answer = await server.ask(`${cms}/plugins/svc.forms/forms/contact/submit`, {
      ...{ method: "POST", key: site.key, headers: { "content-type": "application/json" } },
      body: body === undefined ? "" : JSON.stringify(body),
    });
    expect(answer.status).toBe(400);
    expect(await submissionsOf(server, site)).toEqual([]);
  });

  test.each([
    ["__proto__", '{"data":{"name":"A","__proto__":{"x":1}}}'],
    ["an escaped __proto__", '{"data":{"name":"A","\\u005f_proto__":1}}'],
    ["constructor.prototype", '{"data":{"constructor":{"prototype":{"x":1}}}}'],
    ["a member twice", '{"data":{"name":"A","name":"B"}}'],
    ["NUL", '{"data":{"name":"A\\u0000"}}'],
    ["a lone surrogate", '{"data":{"name":"\\ud800"}}'],
    ["a number that is none", '{"data":{"age":1e400}}'],
    ["nesting", `{"data":{"name":${"[".repeat(40)}${"]".repeat(40)}}}`],
    ["too much", `{"data":{"name":"${"a".repeat(300_000)}"}}`],
  ])("with %s is refused before anything looks at it", async (_name, body) => {
    const site = await siteWith({ type: "object", additionalProperties: true });
    const headers = { "content-type": "application/json" };
    const path = `${cms}/plugins/svc.forms/forms/form/submit`;
    expect([400, 413]).toContain((await server.ask(path, { method: "POST", key: site.key, headers, body })).status);
    expect(await submissionsOf(server, site)).toEqual([]);
  });

  test("of names that every object has is like any other", async () => {
    const site = await siteWith({ type: "object", properties: { toString: { type: "string" }, valueOf: { type: "string" } } });
    const submit = submitter(server, site, "form");
    expect((await submit({})).status).toBe(202);
    expect(faultsOf(await submit({ toString: 1, hasOwnProperty: "x", constructor: "y" }))?.sort()).toEqual([
      "additionalProperties /data/constructor",
      "additionalProperties /data/hasOwnProperty",
      "type /data/toString",
    ]);
    expect((await submit({ toString: "a", valueOf: "b" })).status).toBe(202);
    expect((await submissionsOf(server, site)).map(({ data }) => data)).toEqual([{}, { ["toString"]: "a", ["valueOf"]: "b" }] as object[]);
  });

  test("with a list for a text, or an object for a number, is wrong there and nowhere else", async () => {
    const site = await server.addSite({ forms: [contactForm()] });
    const submit = submitter(server, site);
    expect(faultsOf(await submit({ ...good, name: ["Ada"] }))).toEqual(["type /data/name"]);
    expect(faultsOf(await submit({ ...good, email: { toString: "x" } }))).toEqual(["type /data/email"]);
    expect(faultsOf(await submit({ ...good, message: { length: 1 } }))).toEqual(["type /data/message"]);
  });
});

describe("members that the schema does not name", () => {
  const a = { type: "string" };
  test.each<[string, object, object, string[]]>([
    ["are refused", { properties: { a } }, { a: "", b: 1 }, ["additionalProperties /data/b"]],
    ["are taken where it says so", { properties: { a }, additionalProperties: true }, { a: "", b: 1 }, []],
    ["are checked where it says how", { additionalProperties: { type: "string" } }, { a: "", b: 1 }, ["type /data/b"]],
    [
      "are refused once where it refuses them itself",
      { properties: { a }, additionalProperties: false },
      { b: 1 },
      ["additionalProperties /data/b"],
    ],
    [
      "are known from allOf",
      { properties: { a }, allOf: [{ properties: { b: a } }] },
      { a: "", b: "", c: 1 },
      ["additionalProperties /data/c"],
    ],
    ["are known from anyOf", { anyOf: [{ properties: { a } }, { properties: { b: a } }] }, { a: "", b: "" }, []],
    [
      "are known from oneOf",
      {
        oneOf: [
          { required: ["a"], properties: { a } },
          { required: ["b"], properties: { b: a } },
        ],
      },
      { b: "" },
      [],
    ],
    [
      "are known from a definition",
      { $ref: "#/$defs/d", $defs: { d: { allOf: [{ $ref: "#/$defs/e" }] }, e: { properties: { a } } } },
      { a: "", b: 1 },
      ["additionalProperties /data/b"],
    ],
    ["are known where they are only required", { anyOf: [{ required: ["a"] }, { required: ["b"] }] }, { b: 1 }, []],
    ["are taken where a branch takes any", { allOf: [{ additionalProperties: { type: "integer" } }] }, { b: 1 }, []],
    [
      "are not known from what lies further in",
      { properties: { a: { type: "object", properties: { b: a } } } },
      { b: "" },
      ["additionalProperties /data/b"],
    ],
    ["stay open further in", { properties: { a: { type: "object" } } }, { a: { b: 1 } }, []],
  ])("%s", async (_name, schema, data, faults) => {
    const site = await siteWith({ type: "object", ...schema });
    const answer = await submitter(server, site, "form")(data);
    expect(faultsOf(answer) ?? []).toEqual(faults);
    expect(answer.status).toBe(faults.length > 0 ? 400 : 202);
  });

  test("are told of in few words, however long their names are", async () => {
    const long = "n/".repeat(30_000);
    const deep = { type: "object", additionalProperties: { type: "object", additionalProperties: { type: "string" } } };
    const refused = async (schema: object, data: object) => {
      const answer = await submitter(server, await siteWith(schema), "form")(data);
      expect(answer.text.length).toBeLessThan(2_000);
      return answer.json as { detail: string; errors: object[] };
    };
    expect(await refused({ type: "object" }, { [long]: 1 })).toMatchObject({
      detail: "data holds a member with a name of 60000 characters that is not a member that is known here",
      errors: [
        {
          path: "/data",
          code: "additionalProperties",
          message: "holds a member with a name of 60000 characters that is not a member that is known here",
        },
      ],
    });
    expect((await refused(deep, { a: { [long]: 1 } })).errors).toMatchObject([
      { path: "/data/a", code: "type", message: "holds a member with a name of 60000 characters that must be text" },
    ]);
    expect((await refused(deep, { [long]: { a: 1 } })).errors).toMatchObject([
      { path: "/data", code: "type", message: "holds a member with a name of 60000 characters, in which something must be text" },
    ]);
    const name = "n".repeat(100);
    expect((await refused({ type: "object" }, { [name]: 1 })).errors).toMatchObject([{ path: `/data/${name}` }]);
  });

  test("are no places in a list, whatever their names are", async () => {
    const site = await siteWith({ type: "object" });
    const { json } = await submitter(server, site, "form")({ 1: "x" });
    expect(json).toMatchObject({ detail: "data.1 is not a member that is known here", errors: [{ path: "/data/1" }] });
  });

  test("are told of up to fifty", async () => {
    const site = await siteWith({ type: "object" });
    const data = Object.fromEntries(Array.from({ length: 4_900 }, (_, index) => [`f${index}`, index]));
    expect(faultsOf(await submitter(server, site, "form")(data))).toHaveLength(50);
  });

  test("keep the rest from being checked when there are fifty: it is somebody's noise", async () => {
    const site = await siteWith({ type: "object", properties: { a: { type: "string" } }, required: ["b"] });
    const noise = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, index]));
    const codesOf = async (data: object) => {
      const { errors } = (await submitter(server, site, "form")(data)).json as { errors: { code: string }[] };
      return new Set(errors.map(({ code }) => code));
    };
    expect(await codesOf({ a: 1, ...noise(50) })).toEqual(new Set(["additionalProperties"]));
    expect(await codesOf({ a: 1, ...noise(40) })).toEqual(new Set(["type", "required", "additionalProperties"]));
  });

  test("make a body of more than 64 KiB too large", async () => {
    const site = await siteWith({ type: "object" });
    const answer = await submitter(server, site, "form")({ a: "x".repeat(64 * 1024) });
    expect(answer).toMatchObject({ status: 413, json: { code: "body_too_large", detail: "A body may have 64 KiB here." } });
  });
});

describe("the honeypot", () => {
  test.each<[string, unknown]>([
    ["text", "http://spam.example"],
    ["a blank", " "],
    ["a number", 0],
    ["false", false],
    ["a list", []],
    ["an object", {}],
  ])("filled with %s answers the same, keeps the submission as spam and tells nobody", async (_name, bait) => {
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
    const kept = await submissionsOf(server, site);
    expect(kept.map(({ isSpam }) => isSpam)).toEqual([false, true, true, true, true]);
    expect(kept[2]?.data).toEqual({ nothing: "that fits" });
    server.mails.length = 0;
    await server.runTasks();
    expect(server.mails).toHaveLength(1);
  });

  test.each<[string, unknown]>([
    ["absent", undefined],
    ["empty", ""],
    ["null", null],
  ])("that is %s is no part of the submission", async (_name, bait) => {
    const site = await siteWith({ type: "object", properties: { a: { type: "string" } }, additionalProperties: false, maxProperties: 1 });
    expect((await submitter(server, site, "form")({ a: "x", _hp: bait })).status).toBe(202);
    expect(await submissionsOf(server, site)).toMatchObject([{ data: { a: "x" }, isSpam: false }]);
  });

  test("further in is a name like any other", async () => {
    const site = await siteWith({ type: "object", properties: { a: { type: "object" } } });
    expect((await submitter(server, site, "form")({ a: { _hp: "x" } })).status).toBe(202);
    expect(await submissionsOf(server, site)).toMatchObject([{ data: { a: { _hp: "x" } }, isSpam: false }]);
  });
});

describe("a client", () => {
  test("may submit a form so many times an hour, whatever it sends, however many at once", async () => {
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

  test("is kept as the network that it came from, and nowhere as its address", async () => {
    const behind = await startServer({ trustedProxies: ["127.0.0.1"], submissionsPerClient: 5 });
    const kept: Record<string, string> = {
      "203.0.113.77": "203.0.113.0/24",
      "::ffff:198.51.100.9": "198.51.100.0/24",
      "2001:db8:aa:bb:cc::1": "2001:db8:aa::/48",
      "2001:DB8::1": "2001:db8:0::/48",
    };
    for (const [address, network] of Object.entries(kept)) {
      const site = await behind.addSite({ forms: [contactForm()] });
      await submitter(behind, site, "contact", { "x-forwarded-for": address })(good);
      expect((await submissionsOf(behind, site)).map(({ client }) => client)).toEqual([network]);
    }
    expect(truncatedClient("not an address")).toBe("");
    const dump = JSON.stringify(await behind.deps.sql<object>`select id::text, count from attempts`) + behind.logged();
    for (const address of Object.keys(kept)) expect(dump).not.toContain(address);
    await behind.stop();
  });
});

test("what was submitted is in no log line", async () => {
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

const shell = ({ slug }: TestSite) => ({
  bundle: 1,
  site: { slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur" },
});
