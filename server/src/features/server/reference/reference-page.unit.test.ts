import { Compile } from "typebox/compile";
import { expect, test } from "vitest";
import { operations as clientOperations } from "../../../../../client/src/generated.ts";
import { exampleRequests } from "../../../../../scripts/reference-examples.ts";
import { describeApi } from "../../../pipeline/description.ts";
import { isDescribed, isOfAdminApi } from "../../../lib/http/operation.ts";
import { everyRoute } from "../../../routes.ts";
import { readDescription } from "./api-description.ts";
import { readExamples } from "./examples.ts";
import { referencePage, sendingWords } from "./reference-page.ts";
import { clientGroup, clientSample, curlSample, jsonView } from "./samples.ts";

const publicUrl = "http://localhost:3000";
const described = everyRoute.filter((operation) => isDescribed(operation) && !isOfAdminApi(operation));
const reference = readDescription(describeApi(everyRoute, { publicUrl, version: "1.0.0" }));
const operations = reference.groups.flatMap((group) => group.operations);
const examples = await readExamples(publicUrl);
const words = { description: "/openapi.json", sending: sendingWords(false) };
const pageOf = (changes: object) => referencePage({ reference, examples, publicUrl, base: "", demo: undefined, ...words, ...changes });

test("every operation has an example, and every example an operation", () => {
  const ids = described.map(({ id }) => id).sort();
  expect(Object.keys(exampleRequests).sort()).toEqual(ids);
  expect(Object.keys(examples).sort()).toEqual(ids);
  expect(operations.map(({ id }) => id).sort()).toEqual(ids);
});

test.each(described)("the recorded response of $id, as it is shown, fits the schema of the operation", ({ id, response }) => {
  const { status, response: recorded } = examples[id]!;
  const check = Compile(response![status]!);
  expect(check.Errors(recorded).slice(0, 3)).toEqual([]);
  expect(check.Check(recorded)).toBe(true);
});

test.each(described)("the recorded request of $id fits the schemas of the operation", ({ id, body, params }) => {
  const { request } = examples[id]!;
  if (body) expect(Compile(body).Check(request.body)).toBe(true);
  if (params) expect(Compile(params).Check(request.params)).toBe(true);
});

test("an example names the source of each value that only its own server knows", () => {
  for (const [id, { request, fills, after = [] }] of Object.entries(examples)) {
    for (const { value } of fills) expect([id, JSON.stringify(request).includes(value)]).toEqual([id, true]);
    for (const source of [...after, ...fills.flatMap(({ from }) => from ?? [])]) expect(Object.keys(examples)).toContain(source);
    const ids = JSON.stringify(request).match(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g) ?? [];
    for (const uuid of ids) expect([id, fills.map(({ value }) => value)]).toEqual([id, expect.arrayContaining([uuid])]);
  }
});

test("the samples call the client by its own names", () => {
  for (const { id, tag } of operations) {
    expect([id, clientOperations[clientGroup(tag) as keyof typeof clientOperations][id] !== undefined]).toEqual([id, true]);
  }
  const getPage = operations.find(({ id }) => id === "getPage")!;
  expect(clientSample(getPage, examples.getPage!)).toBe('await client.content.getPage({ slug: "about", locale: "de" });');
});

test("a sample for the shell keeps a quote in a body as it is", () => {
  const submitForm = operations.find(({ id }) => id === "submitForm")!;
  const example = { ...examples.submitForm!, request: { params: { slug: "contact" }, body: { data: { name: "O'Hara $HOME `id`" } } } };
  expect(curlSample(submitForm, example, { publicUrl, apiKey: "pk_1" }).split("\n").at(-1)).toBe(
    String.raw`  -d '{"data":{"name":"O'\''Hara $HOME ` + "`id`" + String.raw`"}}'`,
  );
});

test("markup in the description or in a response is shown as text", () => {
  const evil = `"'><script>alert(1)</script><img src=x onerror=alert(1)> \`</code><script>alert(2)</script>\``;
  const poison = (value: unknown): unknown => {
    if (typeof value === "string") return value + evil;
    if (Array.isArray(value)) return value.map(poison);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name + (name.includes("Id") ? evil : ""), poison(member)]));
  };
  const group = { ...reference.groups[0]!, name: evil, description: evil };
  const operation = { ...operations[0]!, id: "x", summary: evil, description: evil, path: `/${evil}`, method: evil };
  const page = pageOf({
    reference: { ...reference, description: evil, version: evil, groups: [{ ...group, operations: [operation] }] },
    examples: { x: poison(examples.listPages) },
    demo: { apiKey: evil, previewToken: evil },
    publicUrl: `http://localhost/${evil}`,
    base: evil,
  });
  expect(page).toContain("&lt;script&gt;");
  expect(page).not.toMatch(/<script>|<img/);
  expect(page.match(/<script/g)).toHaveLength(1);
});

test("the page explains every kind of access, and each problem once", () => {
  const page = pageOf({});
  for (const words of ["No credential.", "authorization: Bearer …", "x-api-key"]) expect(page).toContain(words);
  expect(reference.commonProblems.map(({ code }) => code)).toContain("rate_limited");
  for (const { code } of reference.problems) expect(page.split(`id="problem-${code}"`)).toHaveLength(2);
});

test("colours change nothing about the text of an example", () => {
  const value = { 'a"b': [1, -2.5e7, true, null, 'x: "y", <z>'], c: { d: "01" } };
  const text = String(jsonView(value)).replace(/<\/?i[^>]*>/g, "");
  const entities: Record<string, string> = { "&quot;": '"', "&lt;": "<", "&gt;": ">", "&amp;": "&", "&#39;": "'" };
  expect(JSON.parse(text.replace(/&[^;]+;/g, (entity) => entities[entity] ?? entity))).toEqual(value);
});
