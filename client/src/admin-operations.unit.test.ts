import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { adminClientOf } from "../test/fake-server.ts";
import { operations } from "./admin-generated.ts";

interface Described {
  operationId: string;
  tags: [string];
  security: object[];
  parameters: { name: string; in: string }[];
  requestBody?: { content: object };
  responses: Record<string, { content?: object }>;
  "x-protocol"?: string;
}

const { paths } = JSON.parse(readFileSync(new URL("../../admin-openapi.json", import.meta.url), "utf8")) as {
  paths: Record<string, Record<string, Described>>;
};
/** A stream has a method that was written by hand. */
const streams = ["text/event-stream", "text/csv", "application/octet-stream"];
const isStream = ({ responses }: Described) => streams.some((type) => type in (responses["200"]?.content ?? {}));
const described = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    // Operations of another protocol have clients of their own.
    .filter(([, operation]) => !isStream(operation) && operation["x-protocol"] === undefined)
    .map(([method, operation]) => ({ method: method.toUpperCase(), path, ...operation })),
);
type Method = ((input: object) => Promise<unknown>) & { all?: unknown };
const methodsOf = (client: object) => client as unknown as Record<string, Record<string, Method>>;

test("the client has the operations of the description, and no others", () => {
  const listed = Object.values(operations).flatMap((group) => Object.keys(group));
  expect(listed.sort()).toEqual(described.map(({ operationId }) => operationId).sort());
});

describe.each(described)("$operationId", ({ operationId: id, method, path, tags, security, parameters, requestBody }) => {
  const group =
    tags[0] === "Catalogue" ? "catalog" : tags[0].toLowerCase().replace(/ (\w)/g, (_space, letter: string) => letter.toUpperCase());
  const named = (place: string) => parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);

  test("is a method of its group, and sends the request that the description declares", async () => {
    const { client, seen } = adminClientOf({ token: "vt_1", site: "x" }, { body: { data: {} } });
    const values = Object.fromEntries([...named("path"), ...named("query")].map((name) => [name, "x"]));
    const isConditional = named("header").includes("If-Match");
    const isForm = requestBody !== undefined && "multipart/form-data" in requestBody.content;
    const input = {
      ...values,
      ...(isForm && { file: new Blob(["x"]) }),
      ...(requestBody && ("text/csv" in requestBody.content ? { csv: new Blob(["product,sku"]) } : { body: {} })),
      ...(isConditional && { revision: 7 }),
    };
    await methodsOf(client)[group]?.[id]?.(input);
    const [request] = seen;
    expect([request?.method, request?.url.pathname]).toEqual([method, path.replace(/\{\w+\}/g, "x")]);
    expect([...(request?.url.searchParams.keys() ?? [])].sort()).toEqual(named("query").sort());
    expect(request?.headers.get("authorization")).toBe(security.length > 0 ? "Bearer vt_1" : null);
    expect(request?.headers.get("if-match")).toBe(isConditional ? '"7"' : null);
    // `fetch` gives a form its type.
    expect(request?.headers.has("content-type")).toBe(requestBody !== undefined && !isForm);
    expect(request?.body !== undefined).toBe(requestBody !== undefined);
    expect(methodsOf(client)[group]?.[id]?.all !== undefined).toBe(named("query").includes("page"));
  });
});
