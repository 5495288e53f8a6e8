import fc from "fast-check";
import { expect, test } from "vitest";
import { schemaAndValues } from "../../../../../../test/kit/random-schemas.ts";
import { literalType, statementsOf, typeErrorsOf } from "../../../../../../test/kit/type-check.ts";
import { compileSchema } from "../../../../lib/json-schema/json-schema.ts";
import type { Schema } from "../../../../lib/json-schema/json-schema-kinds.ts";
import { rounds } from "../../../../../../test/kit/sampled.ts";
import { siteTypesFile } from "./site-types-file.ts";

interface Case {
  schema: Schema;
  values: unknown[];
}

/** The file of types, and one that declares each value of each case and assigns it to its type. */
function filesOf(cases: readonly Case[]): Record<string, string> {
  const contentTypes = cases.map(({ schema }, index) => ({ name: `case-${index}`, title: "", schema }));
  const uses = cases.flatMap(({ values }, index) =>
    values.map(
      (value, at) =>
        `declare const v${index}_${at}: ${literalType(value)};\nuse<all.Site["contentTypes"]["case-${index}"]["data"]>(v${index}_${at});`,
    ),
  );
  return {
    "types.ts": siteTypesFile({ blockTypes: [], contentTypes }, "random"),
    "values.ts": [`import type * as all from "./types.ts";`, "declare function use<Type>(value: Type): void;", ...uses].join("\n"),
  };
}

/** A member for every interface and value: between types that share none, the compiler suspects a slip, which is not a contradiction. */
function withSharedMember(files: Record<string, string>): Record<string, string> {
  const [types = "", values = ""] = [files["types.ts"], files["values.ts"]];
  return {
    "types.ts": types.replace(/^export interface \w+ \{$/gm, "$&\n  shared?: never;"),
    "values.ts": values.replaceAll("{ ", "{ shared?: never; "),
  };
}

test("values that a random schema accepts have its type", () => {
  const seed = Date.now();
  const cases = fc.sample(schemaAndValues, { numRuns: rounds(300, 80), seed }).map(([schema, values]): Case => {
    // The compiler finds members such as toString in every object.
    const renamedPair = JSON.parse(JSON.stringify([schema, values]).replaceAll("toString", "toText").replaceAll("valueOf", "value")) as [
      Schema,
      unknown[],
    ];
    const check = compileSchema(renamedPair[0]);
    return { schema: renamedPair[0], values: [...new Set(renamedPair[1].filter((value) => check(value).length === 0))].slice(0, 8) };
  });
  expect(cases.flatMap(({ values }) => values).length, `seed ${seed}`).toBeGreaterThan(rounds(250, 40));
  expect(typeErrorsOf(withSharedMember(filesOf(cases))), `seed ${seed}`).toEqual([]);
});

test("values of another type, or without a member, have not", () => {
  const schema = {
    type: "object",
    required: ["kind", "size"],
    properties: {
      kind: { enum: ["a", "b"] },
      size: { type: "number" },
      items: { type: "array", items: { oneOf: [{ type: "string" }, { $ref: "#/$defs/item" }] } },
      all: { allOf: [{ $ref: "#/$defs/item" }, { required: ["more"] }] },
    },
    additionalProperties: { type: ["string", "array", "number", "object"] },
    $defs: { item: { type: "object", required: ["id"], properties: { id: { type: "integer" }, item: { $ref: "#/$defs/item" } } } },
  };
  const right = { kind: "a", size: 1, items: ["a", { id: 1, item: { id: 2 } }], all: { id: 1, more: null } };
  const wrong = [
    ...[
      { kind: "a" },
      { ...right, kind: "c" },
      { ...right, size: "1" },
      { ...right, items: [1] },
      { ...right, items: [{ id: 1, item: {} }] },
    ],
    ...[{ ...right, all: { id: 1 } }, { ...right, all: { more: 1 } }, { ...right, other: true }, null, []],
  ];
  const invalid = typeErrorsOf(filesOf([{ schema, values: [right, ...wrong] }])).map((error) =>
    Number(/^values\.ts:(\d+)/.exec(error)?.[1]),
  );
  // Two lines before the values, two for each of them; the first value is right.
  expect(invalid).toEqual(wrong.map((_, index) => 2 + 2 * (index + 1) + 2));
});

const hostile = [
  ...[
    "*/ export const broken = 1; /*",
    "</script><script>",
    "a\n@ts-expect-error",
    "@ts-ignore",
    "* @ts-expect-error",
    "line\u2028separator",
  ],
  ...["// @ts-nocheck", "${x}", "`", '"', "'", "\\", "\\u002a/", "ü😀", "\u0000\u0007", "/**", "*\\/", "///<reference path='x'/>"],
];

test("no text or name in a schema can break the file, or address the compiler", () => {
  const names = [
    "new",
    "default",
    "class",
    "hasOwnProperty",
    "__typename",
    "a-b",
    "A",
    "a",
    "_",
    "__",
    "string",
    "Record",
    "constructor_",
    "get",
  ];
  const schema = {
    type: "object",
    title: hostile.join(" "),
    additionalProperties: false,
    required: names,
    properties: {
      ...Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }])),
      ...Object.fromEntries(
        hostile.map((text, index) => [`p${index}`, { title: text, description: `${text}\n${text}`, enum: [text, `${text}2`] }]),
      ),
    },
    $defs: Object.fromEntries(
      names.map((name) => [name, { type: "object", description: hostile.join("\n"), properties: { [name]: { const: name } } }]),
    ),
  };
  Object.assign(schema.properties, { by: { $ref: "vitrine:entry" }, to: { $ref: "vitrine:page" } });
  const slugs = "record site entry-reference field content-type 1 404 a-1 a1 a-1-data string props a-props".split(" ");
  const types = slugs.map((name, index) => ({ name, title: hostile[index] ?? "", schema }));
  const text = siteTypesFile({ blockTypes: types, contentTypes: types }, "*/\nexport const broken = 1");
  const values = names.map((name) => [name, { [name]: name }]);
  const use = `import type { Site } from "./types.ts";\ndeclare const v: ${literalType({ ...Object.fromEntries(values), p0: hostile[0], p5: `${hostile[5]}2` })};
export const data: Site["contentTypes"]["404"]["data"] = v;\nexport const props: Site["blockTypes"]["record"]["props"] = v;
// @ts-expect-error Another one has this value.\nexport const p0: Site["contentTypes"]["a-1"]["data"]["p0"] = "b";`;
  expect(typeErrorsOf({ "types.ts": text, "values.ts": use })).toEqual([]);
  expect([...statementsOf(text)].sort()).toEqual(["ImportDeclaration", "InterfaceDeclaration", "TypeAliasDeclaration"]);
  // Control characters and the ends of lines that only some programs know.
  expect(/[\p{Cc}\u2028\u2029]/u.exec(text.replaceAll("\n", ""))).toBe(null);
});

test("hundreds of content types that refer to each other are one program", () => {
  const $ref = "vitrine:entry";
  const [types, blocks] = [rounds(500, 60), rounds(100, 20)];
  const typesOf = (kind: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      name: `${kind}-${index}`,
      title: `Number ${index}`,
      schema: {
        type: "object",
        required: ["title"],
        properties: {
          title: { type: "string", "x-queryable": true },
          next: { $ref, "x-contentType": [`type-${(index + 1) % types}`], "x-queryable": true },
          any: { type: "array", items: { $ref }, "x-queryable": true },
          // A reference at paths without end.
          ...(index % 20 === 7 ? { tree: { $ref: "#/$defs/tree" } } : {}),
        },
        $defs: { tree: { type: "object", properties: { nodes: { type: "array", items: { $ref: "#/$defs/tree" } }, by: { $ref } } } },
      },
    }));
  const text = siteTypesFile({ blockTypes: typesOf("block", blocks), contentTypes: typesOf("type", types) }, "large");
  const use = `import { createClient } from "@vitrine/client";
import type { Site } from "./types.ts";
const { content } = createClient<Site>({ baseUrl: "" });
const { data } = await content.listEntries({
  contentTypeSlug: "type-7", where: { "any.title": "x", "next.title": { prefix: "a" } }, include: ["next.next.next", "any.next", "tree.by"], sort: "title",
});
export const title: string | undefined = data[0]?.data.next?.data.next?.data.next?.data.title;
const page = await content.getPage({ slug: "home", include: ["next.any", "tree.nodes.by"] });
for (const block of page.composition) if (block.type === "block-${blocks - 1}") block.props.next?.data.title satisfies string | undefined;
// @ts-expect-error There is no such field.
await content.listEntries({ contentTypeSlug: "type-${types - 1}", where: { "next.titel": "x" } });
// @ts-expect-error There is no such reference.
await content.listEntries({ contentTypeSlug: "type-${types - 1}", include: ["next.next.nixt"] });`;
  expect(typeErrorsOf({ "types.ts": text, "uses.ts": use })).toEqual([]);
});
