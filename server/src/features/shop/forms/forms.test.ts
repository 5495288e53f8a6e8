import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cms, startServer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";
import { contactForm, formOf, formsPlugin, submitter, submissionsOf } from "../../../../../test/kit/form-site.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const read = async (site: TestSite, slug: string) => {
  await server.directory.poll();
  return server.ask(`${cms}/plugins/svc.forms/forms/${slug}`, { key: site.key });
};
const errorsOf = ({ json }: { json: unknown }) =>
  (json as { errors?: { path: string; code: string }[] }).errors?.map(({ path, code }) => `${code} ${path}`);
const code = ({ json }: { json: unknown }) => (json as { code?: string }).code;
/** A site with one form of this schema. */
const siteWith = async (schema: object, more: object = {}) => server.addSite({ forms: [formOf({ schema, ...more })] });
const good = { name: "Ada", email: "ada@example.com", message: "Hello" };

describe("a form", () => {
  test("has in its response what a page needs, and no recipients", async () => {
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

  test("has defaults for members that its bundle leaves out", async () => {
    const site = await siteWith({ type: "object" });
    expect((await read(site, "form")).json).toMatchObject({ data: { uiSchema: {}, submitLabel: "Send" } });
    expect((await submitter(server, site, "form")({})).json).toEqual({ ok: true, successMessage: "Thank you." });
  });

  test("that is unknown is not found, to read or to submit", async () => {
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

  test("exists unless the plugin is switched off", async () => {
    const site = await server.addSite({ forms: [contactForm()] });
    const readStatuses = async () => [(await read(site, "contact")).status, (await submitter(server, site)(good)).status];
    const turn = (enabled: boolean) => server.import({ ...shell(site), plugins: { "svc.forms": { enabled } } });
    expect(await readStatuses()).toEqual([200, 202]);
    await turn(false);
    expect(await readStatuses()).toEqual([404, 404]);
    await turn(true);
    expect(await readStatuses()).toEqual([200, 202]);
    expect(await submissionsOf(server, site)).toHaveLength(2);
  });

  test("that changes applies at once, and each submission has its version", async () => {
    const site = await siteWith({ type: "object", properties: { a: { type: "string" } } });
    const submit = submitter(server, site, "form");
    const save = (schema: object, more: object = {}) => server.import({ ...shell(site), forms: [formOf({ schema, ...more })] });
    const b = { type: "object", properties: { b: { type: "integer" } } };
    for (let round = 0; round < 3; round += 1) expect((await submit({ a: "x" })).status).toBe(202);
    expect((await save(b)).sections.forms).toEqual({ created: 0, updated: 1, unchanged: 0 });
    expect(errorsOf(await submit({ a: "x" }))).toEqual(["additionalProperties /data/a"]);
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
  test("is stored as it was sent, with its time, its form's version and the client's network", async () => {
    const site = await server.addSite({ forms: [contactForm()] });
    const data = { message: "Grüße\r\n\t😀 'quoted' \\u0000", email: "Ada@Example.com", name: "Ada", topic: "other" };
    expect((await submitter(server, site)(data)).json).toEqual({ ok: true, successMessage: "Thanks, we will answer." });
    expect(await submissionsOf(server, site)).toEqual([
      { data, version: 1, isSpam: false, client: "127.0.0.0/24", createdAt: server.clock.now() },
    ]);
  });

  test("with mistakes gets a problem that names each field", async () => {
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
    expect(errorsOf(answer)?.sort()).toEqual(
      [
        ...["minLength /data/name", "format /data/email", "minimum /data/age", "const /data/agreed", "enum /data/topic"],
        ...["maxItems /data/tags", "type /data/tags/1", "required /data/address/city", "pattern /data/address/zip"],
        ...["additionalProperties /data/other", "additionalProperties /data/a~1b~0c"],
      ].sort(),
    );
    expect((answer.json as { detail: string }).detail).toMatch(/^data\.[\w.]+ \w/);
    expect(answer.text).not.toContain("ada");
    expect(errorsOf(await submit({}))).toEqual(["required /data/name", "required /data/address"]);
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
      method: "POST",
      key: site.key,
      headers: { "content-type": "application/json" },
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
  ])("with %s is refused before it is checked", async (_name, body) => {
    const site = await siteWith({ type: "object", additionalProperties: true });
    const headers = { "content-type": "application/json" };
    const path = `${cms}/plugins/svc.forms/forms/form/submit`;
    expect([400, 413]).toContain((await server.ask(path, { method: "POST", key: site.key, headers, body })).status);
    expect(await submissionsOf(server, site)).toEqual([]);
  });

  test("may have members with the names of built-in properties", async () => {
    const site = await siteWith({ type: "object", properties: { toString: { type: "string" }, valueOf: { type: "string" } } });
    const submit = submitter(server, site, "form");
    expect((await submit({})).status).toBe(202);
    expect(errorsOf(await submit({ toString: 1, hasOwnProperty: "x", constructor: "y" }))?.sort()).toEqual([
      "additionalProperties /data/constructor",
      "additionalProperties /data/hasOwnProperty",
      "type /data/toString",
    ]);
    expect((await submit({ toString: "a", valueOf: "b" })).status).toBe(202);
    expect((await submissionsOf(server, site)).map(({ data }) => data)).toEqual([{}, { ["toString"]: "a", ["valueOf"]: "b" }] as object[]);
  });

  test("with a list or an object for a text has a fault in that field only", async () => {
    const site = await server.addSite({ forms: [contactForm()] });
    const submit = submitter(server, site);
    expect(errorsOf(await submit({ ...good, name: ["Ada"] }))).toEqual(["type /data/name"]);
    expect(errorsOf(await submit({ ...good, email: { toString: "x" } }))).toEqual(["type /data/email"]);
    expect(errorsOf(await submit({ ...good, message: { length: 1 } }))).toEqual(["type /data/message"]);
  });
});

const shell = ({ slug }: TestSite) => ({
  bundle: 1,
  site: { slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur" },
});
