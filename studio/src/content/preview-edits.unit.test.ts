import type { EditedBlockType } from "@vitrine/client/admin";
import { expect, test } from "vitest";
import type { Block, EditedDraft } from "../draft/block.ts";
import { editableFields, withEdit, type Editable } from "./preview-edits.ts";

const text = (more: object = {}) => ({ type: "string", maxLength: 10, ...more });
const schema = {
  type: "object",
  required: ["title"],
  properties: {
    title: text(),
    note: text(),
    bound: text(),
    body: text(),
    everywhere: text({ "x-shared": true }),
    fixed: text({ readOnly: true }),
    look: { enum: ["wide", "narrow"] },
    count: { type: "integer" },
    link: text({ format: "uri" }),
    "a/b": text(),
    action: { type: "object", properties: { label: text() } },
    steps: { type: "array", items: { type: "object", properties: { name: text() } } },
    kinds: { type: "array", items: { oneOf: [{ type: "object", properties: { kind: { const: "quote" }, words: text() } }] } },
  },
};
const type = { type: "card", schema, uiSchema: { body: { widget: "markdown" } } } as unknown as EditedBlockType;
const editable: Editable = { types: new Map([["card", type]]), mayWrite: true, isDefaultLocale: true };

const block: Block = {
  id: "first",
  type: "card",
  props: { title: "Before", action: { label: "Go" }, steps: [{ name: "One" }], kinds: [{ kind: "quote", words: "So" }], bound: "x" },
  bindings: { "/bound": { source: "site", path: "/name" } as never },
  children: {
    main: [
      { id: "inner", type: "card", props: { title: "Inner" } },
      { id: "lost", type: "removed", props: { title: "?" } },
    ],
  },
};
const draft: EditedDraft = { slug: "home", title: "Home", composition: [block] };
const edit = (field: string, value: string, more: Partial<Editable> = {}, id = "first") =>
  withEdit(draft, { id, field, value }, { ...editable, ...more });
const propsAfter = (field: string, value: string) => {
  const done = edit(field, value);
  return done && "draft" in done ? done.draft.composition?.[0]?.props : undefined;
};

test("the texts of the form that have no markup may be edited, wherever they stand", () => {
  const fields = editableFields(draft, { ...editable, isDefaultLocale: false });
  expect(fields).toEqual({
    first: { "/title": 10, "/note": 10, "/a~1b": 10, "/action/label": 10, "/steps/0/name": 10, "/kinds/0/words": 10 },
    inner: { "/title": 10, "/note": 10, "/bound": 10, "/a~1b": 10 },
    lost: {},
  });
  expect(editableFields(draft, editable).inner).toHaveProperty("/everywhere", 10);
  expect(editableFields(draft, { ...editable, mayWrite: false })).toEqual({ first: {}, inner: {}, lost: {} });
});

test("an edit of one of them is in the draft, and everything else stays", () => {
  expect(propsAfter("/title", "After")).toEqual({ ...block.props, title: "After" });
  expect(propsAfter("/steps/0/name", "Two")).toEqual({ ...block.props, steps: [{ name: "Two" }] });
  expect(propsAfter("/note", "")).not.toHaveProperty("note");
  expect(propsAfter("/title", "")).toHaveProperty("title", "");
});

test.each([
  ...[
    "",
    "/",
    "title",
    "/__proto__/x",
    "/__proto__",
    "/constructor/name",
    "/toString",
    "/unknown",
    "/title/x",
    "/steps/1/name",
    "/steps/-/name",
  ],
  ...["/action", "/steps", "/steps/0", "/look", "/count", "/link", "/body", "/bound", "/fixed", "/kinds/0/kind"],
])("an edit of %j changes nothing", (field) => {
  expect(edit(field, "x")).toBeUndefined();
});

test("nor does one of another block, of a shared value in another locale, or by somebody who may not write", () => {
  for (const id of ["", "other", "lost", "__proto__"]) expect(edit("/title", "x", {}, id)).toBeUndefined();
  expect(edit("/everywhere", "x", { isDefaultLocale: false })).toBeUndefined();
  expect(edit("/title", "x", { mayWrite: false })).toBeUndefined();
});

test("a text that is too long is refused with the limit, and characters are counted as the server does", () => {
  expect(edit("/title", "12345678901")).toEqual({ most: 10 });
  expect(propsAfter("/title", "🪑🪑🪑🪑🪑🪑🪑🪑🪑🪑")).toHaveProperty("title", "🪑🪑🪑🪑🪑🪑🪑🪑🪑🪑");
});
