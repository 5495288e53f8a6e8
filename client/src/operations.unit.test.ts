import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { clientOf } from "../test/fake-server.ts";
import { operations } from "./generated.ts";

interface Described {
  operationId: string;
  tags: [string];
  security: Record<string, unknown>[];
  parameters: { name: string; in: string }[];
  requestBody?: object;
}

const { paths } = JSON.parse(readFileSync(new URL("../../openapi.json", import.meta.url), "utf8")) as {
  paths: Record<string, Record<string, Described>>;
};
const described = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, ...operation })),
);
type Method = ((input: object) => Promise<unknown>) & { all?: unknown };
const methodsOf = (client: object) => client as unknown as Record<string, Record<string, Method>>;
/** One input that fits any operation: a letter for each path parameter, and the rest. */
const inputFor = ({ parameters }: Described) => ({
  ...Object.fromEntries(parameters.filter((parameter) => parameter.in === "path").map(({ name }) => [name, "x"])),
  email: "a@b.example",
  body: "{}",
  signature: "t=1",
  data: {},
});

test("the client has the operations of the description, and no others", () => {
  expect(described.length).toBeGreaterThanOrEqual(40);
  const listed = Object.values(operations).flatMap((group) => Object.keys(group));
  expect(listed.sort()).toEqual(described.map(({ operationId }) => operationId).sort());
});

describe.each(described)("$operationId", (operation) => {
  const { operationId: id, method, path, tags, security, parameters } = operation;
  const group = tags[0] === "Catalogue" ? "catalog" : tags[0].toLowerCase();

  test("is a method of its group, and sends the request that the description declares", async () => {
    const { client, seen } = clientOf({ customerToken: "jwt" }, { body: { data: [], page: 1, pageSize: 100, total: 0 } });
    await methodsOf(client)[group]?.[id]?.(inputFor(operation));
    expect(seen.map((request) => [request.method, request.url.pathname])).toEqual([[method, path.replace(/\{\w+\}/g, "x")]]);
    expect(methodsOf(client)[group]?.[id]?.all !== undefined).toBe(parameters.some(({ name }) => name === "page"));
  });

  test.each([
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ])("sends no credential that it does not take (key given: %s, token given: %s)", async (hasKey, hasToken) => {
    const { client, seen } = clientOf({ apiKey: hasKey ? "pk_test" : undefined, customerToken: hasToken ? () => "jwt" : undefined }, {});
    await methodsOf(client)[group]?.[id]?.(inputFor(operation));
    const sent = [
      ...(seen[0]?.headers.get("x-api-key") === "pk_test" ? ["apiKey"] : []),
      ...(seen[0]?.headers.get("authorization") === "Bearer jwt" ? ["customerToken"] : []),
    ];
    const there = [...(hasKey ? ["apiKey"] : []), ...(hasToken ? ["customerToken"] : [])];
    const taken = there.filter((name) => security.some((all) => name in all));
    // The one read that either credential opens.
    expect(sent).toEqual(id === "getCheckoutOrder" && hasKey ? ["apiKey"] : taken);
  });
});

test.each(described)("$operationId: the token of a preview goes where the description takes it", async (operation) => {
  const { operationId: id, tags, parameters } = operation;
  const group = tags[0] === "Catalogue" ? "catalog" : tags[0].toLowerCase();
  const { client, seen } = clientOf({ previewToken: "pv_x", customerToken: "jwt" }, {});
  for (const one of [client, client.withPreview("pv_y"), client.withPreview(undefined)])
    await methodsOf(one)[group]?.[id]?.(inputFor(operation));
  const taken = parameters.some(({ name }) => name === "x-preview");
  expect(seen.map(({ headers }) => headers.get("x-preview"))).toEqual(taken ? ["pv_x", "pv_y", null] : [null, null, null]);
});

test("a read sends no header that would cause a needless preflight", async () => {
  const { client, seen } = clientOf({}, { body: { status: "ok" } });
  await client.operating.getHealth();
  expect([...(seen[0]?.headers.keys() ?? [])]).toEqual([]);
});
