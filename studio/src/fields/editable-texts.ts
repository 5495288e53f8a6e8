import type { Binding } from "../draft/block.ts";
import { isJsonObject, memberOf, pointerStep, type JsonObject } from "../draft/json.ts";
import { isBound } from "./bound-paths.ts";
import { chooseField } from "./choose-field.ts";
import { branchesOf, emptied, namesIn, numberIn, objectOf, resolve, type Schema, type Ui } from "./schema.ts";
import { meantBranch } from "./validate.ts";

/** A text that can be edited where the page shows it. */
export interface EditableText {
  /** How many characters it may have. */
  readonly most: number;
  /** What stands in its place when it is empty; undefined: the member goes. */
  readonly empty: unknown;
}

interface Edited {
  schema: Schema;
  uiSchema: Ui;
  value: JsonObject;
  bindings: Readonly<Record<string, Binding>>;
  /** Whether the values that all locales share are edited here. */
  isDefaultLocale: boolean;
}

/** Of a text without a limit in its schema. */
const most = 100_000;
const deepest = 16;

/**
 * The texts without markup that a person may edit in the form of a value, by JSON Pointer: those that the schema names, in the groups and list items that are there.
 * Choices, links, dates, colours, Markdown, bound values and those that all locales share are not among them.
 */
export function editableTexts({ schema: root, uiSchema, value, bindings, isDefaultLocale }: Edited): ReadonlyMap<string, EditableText> {
  const texts = new Map<string, EditableText>();

  function visit(part: Schema, ui: Ui, path: string, at: unknown, isRequired: boolean, depth: number): void {
    const schema = resolve(root, part);
    const isShared = schema["x-shared"] === true && !isDefaultLocale;
    if (depth > deepest || isShared || schema.readOnly === true || ui.isReadOnly === true || isBound(bindings, path)) return;
    const kind = path === "" ? "object" : chooseField(root, schema, ui, at);
    if (kind === "text" || kind === "longText") {
      const maxLength = numberIn(schema.maxLength) ?? most;
      texts.set(path, { most: Math.min(maxLength, most), empty: emptied(schema, isRequired) });
    } else if (kind === "object" && isJsonObject(at)) {
      const required = namesIn(schema.required);
      for (const [name, member] of Object.entries(objectOf(schema.properties))) {
        const inner = objectOf(memberOf(ui, name));
        visit(objectOf(member), inner, path + pointerStep(name), memberOf(at, name), required.includes(name), depth + 1);
      }
    } else if (kind === "list" && Array.isArray(at)) {
      const inner = objectOf(memberOf(ui, "items"));
      at.forEach((item, index) => visit(objectOf(schema.items), inner, `${path}/${index}`, item, true, depth + 1));
    } else if (kind === "variant") {
      const branches = branchesOf(schema);
      const branch = branches[meantBranch(root, branches, at)];
      if (branch) visit(branch, ui, path, at, isRequired, depth + 1);
    }
  }

  visit(root, uiSchema, "", value, true, 0);
  return texts;
}
