import type { EditedBlockType, EditedContentType } from "@vitrine/client/admin";
import { isJsonObject, type JsonObject } from "../draft/json.ts";
import type { Schema, Ui } from "../fields/schema.ts";

/** Of entries, or of blocks. */
export type Family = "content" | "block";
export type StoredType = EditedContentType | EditedBlockType;

type Slots = NonNullable<EditedBlockType["slots"]>;
export type Slot = Slots[string];

/** The part of a type that people edit: the body of a PUT. A content type has `title`, `schema`, `uiSchema` and `single` alone. */
export interface Definition {
  readonly title: string;
  readonly schema: Schema;
  readonly uiSchema: Ui;
  /** The type has one entry. */
  readonly single?: boolean;
  readonly description?: string | null;
  readonly category?: string | null;
  readonly icon?: string | null;
  /** Props of a new block. */
  readonly defaults?: JsonObject;
  /** Null: the type says nothing about what stands in its blocks. */
  readonly slots?: Readonly<Slots> | null;
  /** Of a form: on its button, and after it was sent. */
  readonly submitLabel?: string;
  readonly successMessage?: string;
}

/** The definition in what the server has. */
export function definitionOf({ type: _, revision: __, createdAt: ___, updatedAt: ____, ...definition }: StoredType): Definition {
  return definition;
}

/** Of a type that nobody has described yet. */
export const emptyDefinition = (title: string): Definition => ({
  title,
  schema: { type: "object", additionalProperties: false, properties: {} },
  uiSchema: {},
});

/** The same JSON, with the members of objects in the same order: it decides how a form looks. */
export const isSameDefinition = (a: Definition, b: Definition) => a === b || JSON.stringify(a) === JSON.stringify(b);

export const codeOf = (value: unknown) => JSON.stringify(value, null, 2);

const texts: readonly string[] = ["description", "category", "icon"];
const objects: readonly string[] = ["schema", "uiSchema", "defaults"];

export type Reading = { definition: Definition } | { fault: { code: "syntax" | "unknown" | "member"; detail: string } };

/** The definition that a text is; else the reason why it is none. The server knows more rules: this sees to the shape alone. */
export function readDefinition(family: Family, text: string): Reading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { fault: { code: "syntax", detail: error instanceof Error ? error.message : String(error) } };
  }
  if (!isJsonObject(value)) return { fault: { code: "member", detail: "title" } };
  const knownMembers =
    family === "content" ? ["title", "schema", "uiSchema", "single"] : ["title", "schema", "uiSchema", "defaults", "slots", ...texts];
  const foreign = Object.keys(value).find((name) => !knownMembers.includes(name));
  if (foreign !== undefined) return { fault: { code: "unknown", detail: foreign } };
  const wrong = knownMembers.find((name) => !fits(name, value[name]));
  return wrong === undefined ? { definition: whole(family, value as unknown as Written) } : { fault: { code: "member", detail: wrong } };
}

type Written = Pick<Definition, "title" | "schema"> & Partial<Definition>;

/** With every member, in the order of the server's answers: two definitions with one meaning are one text. */
function whole(family: Family, value: Written): Definition {
  const { title, schema, uiSchema = {}, single = false } = value;
  if (family === "content") return { title, schema, uiSchema, single };
  const { description = null, category = null, icon = null, defaults = {}, slots = null } = value;
  return { title, description, category, icon, schema, uiSchema, defaults, slots };
}

function fits(name: string, value: unknown): boolean {
  if (name === "title") return typeof value === "string";
  if (name === "schema") return isJsonObject(value);
  if (value === undefined) return true;
  if (objects.includes(name)) return isJsonObject(value);
  if (name === "single") return typeof value === "boolean";
  return value === null || (name === "slots" ? isJsonObject(value) : typeof value === "string");
}
