import { isJsonObject, pointerStep, valueAt } from "../draft/json.ts";
import { namesIn, objectOf, resolve, textIn, type Schema, type Ui } from "../fields/schema.ts";
import { wordsOf, type FieldKind } from "../fields/choose-field.ts";
import type { Definition } from "./definition.ts";
import { kindOf } from "./field-kinds.ts";

/** An object that has fields: the type itself, a group, an item of a list. */
export interface Container {
  /** JSON Pointer into `uiSchema`. It is another one for each place that uses a definition of the schema. */
  readonly path: string;
  /** JSON Pointer into `schema`, to the object with `properties`. */
  readonly pointer: string;
}

export const top: Container = { path: "", pointer: "" };

/** A field as people see it, over the part of the schema that describes it. Nothing here is a copy that would have to be written back as a whole. */
export interface FieldNode extends Container {
  /** Undefined: it stands for each item of a list. */
  readonly name: string | undefined;
  readonly parent: Container;
  readonly schema: Schema;
  readonly ui: Ui;
  readonly kind: FieldKind;
  /** In the schema, or in the definition that it names, or in `uiSchema`. */
  readonly title: string | undefined;
  /** Of the list that it is an item of: its words. */
  readonly list: string | undefined;
  readonly isRequired: boolean;
  /** The name in `$defs` of what it is, which other fields may be as well. */
  readonly definition: string | undefined;
  /** Where its own fields are. */
  readonly inside: Container | undefined;
  readonly children: readonly FieldNode[];
}

/** A schema may use its definitions so often that nobody could look at all of it. */
const most = 500;

/** The fields of a type, in the order of its form, with those inside. A definition that leads into itself is followed once. */
export function fieldsOf(definition: Definition): FieldNode[] {
  return new Walk(definition).fields(top, []);
}

class Walk {
  readonly #definition: Definition;
  #left = most;

  constructor(definition: Definition) {
    this.#definition = definition;
  }

  fields(parent: Container, within: readonly string[]): FieldNode[] {
    const { schema, uiSchema } = this.#definition;
    const object = objectOf(valueAt(schema, parent.pointer));
    const required = namesIn(object.required);
    return namesOf(object, objectOf(valueAt(uiSchema, parent.path))).map((name) => {
      const place = { path: parent.path + pointerStep(name), pointer: `${parent.pointer}/properties${pointerStep(name)}` };
      return this.#node({ ...place, name, parent, list: undefined, isRequired: required.includes(name) }, within);
    });
  }

  #node(place: Pick<FieldNode, "path" | "pointer" | "name" | "parent" | "isRequired" | "list">, within: readonly string[]): FieldNode {
    const { schema: root, uiSchema } = this.#definition;
    const schema = objectOf(valueAt(root, place.pointer));
    const ui = objectOf(valueAt(uiSchema, place.path));
    const definition = definitionName(schema);
    const pointer = definition === undefined ? place.pointer : `/$defs${pointerStep(definition)}`;
    const kind = kindOf(root, schema, ui);
    const title = textIn(ui.title) ?? textIn(resolve(root, schema).title);
    const node = { ...place, schema, ui, kind, title, definition };
    this.#left -= 1;
    const isClosed = this.#left <= 0 || within.includes(pointer);
    const described = objectOf(valueAt(root, pointer));
    // Several schemas together have no one place for their fields.
    if (isClosed || described.$ref !== undefined || described.allOf !== undefined) return { ...node, inside: undefined, children: [] };
    const ways = [...within, pointer];
    if (kind === "object") {
      const inside = { path: place.path, pointer };
      return { ...node, inside, children: this.fields(inside, ways) };
    }
    if (kind !== "list" || !isJsonObject(described.items)) return { ...node, inside: undefined, children: [] };
    const item = {
      path: `${place.path}/items`,
      pointer: `${pointer}/items`,
      name: undefined,
      list: title ?? wordsOf(place.name ?? ""),
      isRequired: true,
    };
    return { ...node, inside: undefined, children: [this.#node({ ...item, parent: { path: place.path, pointer } }, ways)] };
  }
}

/** The names of an object's fields in the order in which its form shows them: `uiSchema.order` first. */
export function namesOf(object: Schema, ui: Ui): string[] {
  const properties = objectOf(object.properties);
  const order = [...new Set(namesIn(ui.order))].filter((name) => Object.hasOwn(properties, name));
  return [...order, ...Object.keys(properties).filter((name) => !order.includes(name))];
}

function definitionName({ $ref }: Schema): string | undefined {
  return typeof $ref === "string" && $ref.startsWith("#/$defs/") ? $ref.slice("#/$defs/".length) : undefined;
}

/** All of them, each before those inside. */
export function flat(nodes: readonly FieldNode[]): FieldNode[] {
  return nodes.flatMap((node) => [node, ...flat(node.children)]);
}

export const nodeAt = (nodes: readonly FieldNode[], path: string) => flat(nodes).find((node) => node.path === path);

/** The words that the form shows beside a field. `ofList` says what each item of a list is called. */
export function titleOf({ title, name, list = "" }: Pick<FieldNode, "title" | "name" | "list">, ofList: (list: string) => string): string {
  return title ?? (name === undefined ? ofList(list) : wordsOf(name));
}

/** The innermost field that a JSON Pointer into the schema leads into. */
export function nodeAtPointer(all: readonly FieldNode[], pointer: string): FieldNode | undefined {
  const around = all.filter((node) => pointer === node.pointer || pointer.startsWith(`${node.pointer}/`));
  return around.reduce<FieldNode | undefined>(
    (best, node) => (best && best.pointer.length >= node.pointer.length ? best : node),
    undefined,
  );
}
