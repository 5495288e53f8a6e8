import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { schemaAndValues } from "../../../test/kit/random-schemas.ts";
import {
  freeName,
  isName,
  nameOf,
  withField,
  withName,
  withNewField,
  withoutField,
  withPlace,
  withRequired,
  withUi,
} from "./change-fields.ts";
import { withValueAt } from "../draft/json.ts";
import type { Definition } from "./definition.ts";
import { effectsOf } from "./effects.ts";
import { blank, keptKeywords, kinds, marksFor, targetsOf } from "./field-kinds.ts";
import { fieldsOf, flat, nodeAt, type FieldNode } from "./fields-of.ts";
import { choicesOf, withChoices, withKeyword, withTargets } from "./keywords.ts";

const text = (value: unknown) => JSON.stringify(value);
const step = { $ref: "#/$defs/step", description: "One" };
const recipe: Definition = {
  title: "Recipe",
  schema: {
    $comment: "kept",
    type: "object",
    required: ["title", "steps"],
    properties: {
      title: { type: "string", "x-queryable": true, maxLength: 10, title: "Title" },
      steps: { type: "array", maxItems: 3, items: step },
      first: step,
      level: { type: "string", enum: ["easy", "hard"], examples: ["easy"] },
      seo: { properties: { items: { type: "string" } }, type: "object" },
    },
    $defs: { step: { type: "object", required: ["text"], properties: { text: { type: "string" }, next: { $ref: "#/$defs/step" } } } },
  },
  uiSchema: { order: ["steps", "title"], steps: { items: { text: { widget: "markdown" } } }, first: { text: { help: "Help" } }, x: 1 },
};
const at = (definition: Definition, path: string) => nodeAt(fieldsOf(definition), path) as FieldNode;

/** Random schemas with parts that the fields know, parts that they do not, and words of a form beside them. */
const definitions = fc
  .tuple(schemaAndValues, schemaAndValues, fc.array(fc.constantFrom(...kinds), { maxLength: 4 }))
  .map(([[schema], [inner], chosen]): Definition => ({
    title: "Random",
    schema: {
      ...schema,
      properties: {
        ...(schema as { properties?: object }).properties,
        ...Object.fromEntries(chosen.map((kind, index) => [`k${index}`, blank(kind).schema])),
        named: { $ref: "#/$defs/inner", title: "Named" },
        many: { type: "array", items: { $ref: "#/$defs/inner" } },
      },
      $defs: { inner },
    },
    uiSchema: {
      order: ["many", "a", "gone"],
      a: { widget: "textarea" },
      many: { items: { a: { help: "a" }, order: ["b", "a"] } },
      ...Object.fromEntries(chosen.map((kind, index) => [`k${index}`, blank(kind).ui])),
    },
  }));

describe("the fields of a type", () => {
  test("are in the order of the form, with those inside of groups, lists and definitions, each of these once", () => {
    const rows = flat(fieldsOf(recipe)).map(({ path, pointer, kind }) => [path, pointer, kind]);
    expect(rows).toEqual([
      ["/steps", "/properties/steps", "list"],
      ["/steps/items", "/properties/steps/items", "object"],
      ["/steps/items/text", "/$defs/step/properties/text", "markdown"],
      ["/steps/items/next", "/$defs/step/properties/next", "object"],
      ["/title", "/properties/title", "text"],
      ["/first", "/properties/first", "object"],
      ["/first/text", "/$defs/step/properties/text", "text"],
      ["/first/next", "/$defs/step/properties/next", "object"],
      ["/level", "/properties/level", "choice"],
      ["/seo", "/properties/seo", "object"],
      ["/seo/items", "/properties/seo/properties/items", "text"],
    ]);
  });

  test("read and written back without a change are the same text, whatever the schema", () => {
    fc.assert(
      fc.property(definitions, (definition) => {
        for (const node of flat(fieldsOf(definition))) {
          const written = withRequired(withField(definition, node, node), node, node.isRequired);
          expect(text(withUi(written, node.path, node.ui))).toBe(text(definition));
          if (node.name === undefined) continue;
          expect(text(withName(definition, node, node.name))).toBe(text(definition));
          if (node.kind === "reference") expect(withTargets(node.schema, targetsOf(node.schema))).toEqual(node.schema);
          if (node.kind === "choice" || node.kind === "choices")
            expect(withChoices(node, choicesOf(node))).toEqual({ schema: node.schema, ui: node.ui });
        }
      }),
      { numRuns: 200 },
    );
  });

  test("changed in one place leave every other part as it was, and a change and its opposite are none", () => {
    fc.assert(
      fc.property(definitions, fc.nat(), (definition, chance) => {
        const nodes = flat(fieldsOf(definition)).filter(({ name }) => name !== undefined);
        const node = nodes[chance % nodes.length];
        if (!node) return;
        const { pointer, schema, ui, isRequired } = node;
        const changed = withField(definition, node, { schema: withKeyword(schema, "description", "changed"), ui });
        expect(text(withField(changed, node, { schema, ui }))).toBe(text(definition));
        expect(changed.uiSchema).toBe(definition.uiSchema);
        const beside = (each: Definition) => text(withValueAt(each.schema, pointer, 0));
        expect(beside(changed)).toBe(beside(definition));
        const renamed = withName(definition, node, "renamed");
        const again = flat(fieldsOf(renamed)).find(({ name, parent }) => name === "renamed" && parent.path === node.parent.path);
        expect(text(again && withName(renamed, again, node.name ?? ""))).toBe(text(definition));
        const toggled = withRequired(withRequired(definition, node, !isRequired), node, isRequired);
        const needed = (each: Definition) => flat(fieldsOf(each)).map(({ path, isRequired: isNeeded }) => `${path} ${isNeeded}`);
        expect(needed(toggled)).toEqual(needed(definition));
        const added = withNewField(definition, node.parent, "added", blank("markdown"));
        const fresh = flat(fieldsOf(added)).find(({ name, parent }) => name === "added" && parent.path === node.parent.path);
        expect(fresh?.kind).toBe("markdown");
        expect(text(fresh && withoutField(added, fresh))).toBe(text(definition));
      }),
      { numRuns: 200 },
    );
  });

  test("of a definition are renamed wherever they are shown, with what is needed and with the words of the form", () => {
    const renamed = withName(recipe, at(recipe, "/first/text"), "words");
    expect(renamed.uiSchema).toEqual({
      ...recipe.uiSchema,
      steps: { items: { words: { widget: "markdown" } } },
      first: { words: { help: "Help" } },
    });
    expect(renamed.schema.$defs).toEqual({
      step: { type: "object", required: ["words"], properties: { words: { type: "string" }, next: { $ref: "#/$defs/step" } } },
    });
    const top = withName({ ...recipe, defaults: { title: "A", x: 1 } }, at(recipe, "/title"), "name");
    expect(text(top.schema.required)).toBe('["name","steps"]');
    expect([text(top.defaults), text(top.uiSchema.order)]).toEqual(['{"name":"A","x":1}', '["steps","name"]']);
    expect(Object.keys(top.schema.properties as object)).toEqual(["name", "steps", "first", "level", "seo"]);
  });

  test("are moved, also where the form has an order of its own", () => {
    const names = (definition: Definition) => fieldsOf(definition).map(({ name }) => name);
    const moved = withPlace(recipe, at(recipe, "/level"), 1);
    expect(names(moved)).toEqual(["steps", "level", "title", "first", "seo"]);
    expect(Object.keys(moved.schema.properties as object)).toEqual(names(moved));
    expect(moved.uiSchema.order).toEqual(names(moved));
    const { order: _, ...rest } = recipe.uiSchema;
    const plain = withPlace({ ...recipe, uiSchema: rest }, at(recipe, "/seo"), 0);
    expect(names(plain)[0]).toBe("seo");
    expect(plain.uiSchema).toBe(rest);
    expect(withPlace(recipe, at(recipe, "/title"), 1)).toBe(recipe);
  });

  test("are taken away with their words, and other words of the form stay", () => {
    const removed = withoutField({ ...recipe, defaults: { steps: [], title: "" } }, at(recipe, "/steps"));
    expect(removed.uiSchema).toEqual({ order: ["title"], first: { text: { help: "Help" } }, x: 1 });
    expect([removed.schema.required, removed.defaults]).toEqual([["title"], { title: "" }]);
    expect(removed.schema.$defs).toBe(recipe.schema.$defs);
  });

  test("get names for programs, none of them twice", () => {
    expect(["Reading time", "Größe (cm)", "2nd line", "???", "__proto__"].map(nameOf)).toEqual([
      ...["readingTime", "groesseCm", "field2ndLine", "field", "proto"],
    ]);
    expect(["a", "_a-1", "1a", "ä", "constructor", ""].map(isName)).toEqual([true, true, false, false, false, false]);
    expect(freeName(recipe, at(recipe, "/title").parent, "title")).toBe("title2");
  });

  test("are looked for in anything that is JSON, also where it is no schema", () => {
    const keyword = fc.constantFrom(
      "properties",
      "items",
      "enum",
      "oneOf",
      "$ref",
      "allOf",
      "type",
      "required",
      "$defs",
      "title",
      "order",
      "a",
    );
    const leaf = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constantFrom("#/$defs/a", "object", "array", "string", "vitrine:entry"));
    const { odd } = fc.letrec<{ odd: unknown }>((tie) => ({
      odd: fc.oneof(
        { maxDepth: 5 },
        leaf,
        fc.dictionary(keyword, tie("odd"), { maxKeys: 4, noNullPrototype: true }),
        fc.array(tie("odd"), { maxLength: 2 }),
      ),
    }));
    const object = fc.dictionary(keyword, odd, { maxKeys: 5, noNullPrototype: true });
    fc.assert(
      fc.property(object, object, (schema, uiSchema) => {
        const definition: Definition = { title: "Odd", schema: { ...schema, type: "object" }, uiSchema };
        for (const node of flat(fieldsOf(definition)))
          expect([marksFor(definition.schema, node, true), keptKeywords(node)]).toHaveLength(2);
        expect(effectsOf(definition, recipe, (list) => list).length + effectsOf(recipe, definition, (list) => list).length).toBeGreaterThan(
          0,
        );
      }),
      { numRuns: 300 },
    );
  });
});
