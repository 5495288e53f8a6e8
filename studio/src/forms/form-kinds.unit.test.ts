import { describe, expect, it } from "vitest";
import type { Definition } from "../model/definition.ts";
import { fieldsOf } from "../model/fields-of.ts";
import { blankField, formKindOf, formKinds, withFormKind, withRequiredField, withSeveral, withUpload } from "./form-kinds.ts";

const formOf = (properties: object, uiSchema = {}): Definition => ({
  title: "Form",
  schema: { type: "object", properties },
  uiSchema,
});
const kindsOf = (definition: Definition) => fieldsOf(definition).map(formKindOf);

describe("the kinds of a form's fields", () => {
  it.each(formKinds)("knows a new field as what it was made as: %s", (kind) => {
    const { schema, ui } = blankField(kind, "Label");
    expect(kindsOf(formOf({ field: schema }, { field: ui }))).toEqual([kind]);
    expect(Object.keys(schema)[1]).toBe("title");
  });

  it("does not take a field for less than it is", () => {
    const strange = {
      defined: { $ref: "#/$defs/x" },
      time: { type: "string", format: "time" },
      group: { type: "object", properties: { a: { type: "string" } } },
      never: { type: "boolean", const: false },
      other: { $ref: "vitrine:entry" },
    };
    expect(kindsOf({ ...formOf(strange), schema: { ...formOf(strange).schema, $defs: { x: { type: "string" } } } })).toEqual(
      Object.keys(strange).map(() => undefined),
    );
  });

  it("makes a file several files and one again, without a loss", () => {
    const one = { $ref: "vitrine:upload", title: "CV", "x-accept": ["application/pdf"], "x-maxMb": 5 };
    const several = withSeveral(one, true);
    expect(several).toEqual({
      type: "array",
      title: "CV",
      maxItems: 5,
      items: { $ref: "vitrine:upload", "x-accept": ["application/pdf"], "x-maxMb": 5 },
    });
    expect(withSeveral(several, false)).toEqual(one);
    expect(withUpload(several, "x-maxMb", 2)).toMatchObject({ items: { "x-maxMb": 2 } });
  });

  it("keeps the choices of one that becomes several", () => {
    const choice = { schema: { type: "string", title: "Size", enum: ["s", "m"] }, ui: { labels: { s: "Small" } } };
    const next = withFormKind(choice, "choice", "choices");
    expect(next.schema).toMatchObject({ title: "Size", items: { enum: ["s", "m"] } });
    expect(withFormKind(next, "choices", "choice")).toMatchObject({ schema: { enum: ["s", "m"] }, ui: { labels: { s: "Small" } } });
  });

  it("asks for an entry where an empty one would do otherwise, and takes that back", () => {
    const before = formOf({ name: { type: "string" } });
    const [name] = fieldsOf(before);
    const required = withRequiredField(before, name!, true);
    expect(required.schema).toEqual({ type: "object", properties: { name: { type: "string", minLength: 1 } }, required: ["name"] });
    expect(withRequiredField(required, fieldsOf(required)[0]!, false).schema).toEqual(before.schema);
  });
});
