import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { formOf, submitter } from "../../../../../test/kit/form-site.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());
const errorsOf = ({ json }: { json: unknown }) =>
  (json as { errors?: { path: string; code: string }[] }).errors?.map(({ path, code }) => `${code} ${path}`);
/** A site with one form of this schema. */
const siteWith = async (schema: object, more: object = {}) => server.addSite({ forms: [formOf({ schema, ...more })] });

describe("members that the schema does not name", () => {
  const a = { type: "string" };
  test.each<[string, object, object, string[]]>([
    ["are refused", { properties: { a } }, { a: "", b: 1 }, ["additionalProperties /data/b"]],
    ["are accepted if the schema allows them", { properties: { a }, additionalProperties: true }, { a: "", b: 1 }, []],
    ["are checked if the schema says how", { additionalProperties: { type: "string" } }, { a: "", b: 1 }, ["type /data/b"]],
    [
      "are refused once if the schema refuses them too",
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
    ["are known if they are only required", { anyOf: [{ required: ["a"] }, { required: ["b"] }] }, { b: 1 }, []],
    ["are accepted if a branch accepts any", { allOf: [{ additionalProperties: { type: "integer" } }] }, { b: 1 }, []],
    [
      "are not known from nested objects",
      { properties: { a: { type: "object", properties: { b: a } } } },
      { b: "" },
      ["additionalProperties /data/b"],
    ],
    ["are accepted in nested objects", { properties: { a: { type: "object" } } }, { a: { b: 1 } }, []],
  ])("%s", async (_name, schema, data, errors) => {
    const site = await siteWith({ type: "object", ...schema });
    const answer = await submitter(server, site, "form")(data);
    expect(errorsOf(answer) ?? []).toEqual(errors);
    expect(answer.status).toBe(errors.length > 0 ? 400 : 202);
  });

  test("are reported in few words, even with long names", async () => {
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

  test("are not reported as items of a list, even with numbers for names", async () => {
    const site = await siteWith({ type: "object" });
    const { json } = await submitter(server, site, "form")({ 1: "x" });
    expect(json).toMatchObject({ detail: "data.1 is not a member that is known here", errors: [{ path: "/data/1" }] });
  });

  test("are reported up to fifty", async () => {
    const site = await siteWith({ type: "object" });
    const data = Object.fromEntries(Array.from({ length: 4_900 }, (_, index) => [`f${index}`, index]));
    expect(errorsOf(await submitter(server, site, "form")(data))).toHaveLength(50);
  });

  test("are reported alone if there are fifty or more", async () => {
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
    expect(answer).toMatchObject({ status: 413, json: { code: "body_too_large", detail: "A body of this operation may have 64 KiB." } });
  });
});
