import { isJsonObject, memberOf, pointerStep, pointerTokens, valueAt, withValueAt } from "../draft/json.ts";
import { slugOf } from "../content/slug-of.ts";
import { namesIn, objectOf, type Schema, type Ui } from "../fields/schema.ts";
import type { Definition } from "./definition.ts";
import type { Described } from "./field-kinds.ts";
import { fieldsOf, flat, namesOf, top, type Container, type FieldNode } from "./fields-of.ts";
import { withKeyword, withRenamed } from "./keywords.ts";

/** The definition with another description of a field. Nothing beside it changes, not even the order of members. */
export function withField(definition: Definition, { pointer, path }: Container, { schema, ui }: Described): Definition {
  return withUi({ ...definition, schema: withValueAt(definition.schema, pointer, schema) as Schema }, path, ui);
}

/** The definition with another part of `uiSchema`. An empty one is left out, unless it stands there empty. */
export function withUi(definition: Definition, path: string, ui: Ui): Definition {
  const next = uiWith(definition.uiSchema, pointerTokens(path), ui);
  return next === definition.uiSchema ? definition : { ...definition, uiSchema: objectOf(next) };
}

function uiWith(value: unknown, [token, ...rest]: readonly string[], ui: Ui): unknown {
  // Something else stands there, which is not ours.
  if (value !== undefined && !isJsonObject(value)) return value;
  const members = objectOf(value);
  if (token === undefined) return Object.keys(ui).length > 0 ? ui : Object.keys(members).length > 0 ? undefined : value;
  const before = memberOf(members, token);
  const after = uiWith(before, rest, ui);
  if (after === before) return value;
  const next = withKeyword(members, token, after);
  return Object.keys(next).length === 0 ? undefined : next;
}

export function withRequired(
  definition: Definition,
  { parent, name }: Pick<FieldNode, "parent" | "name">,
  isRequired: boolean,
): Definition {
  if (name === undefined) return definition;
  return withObject(definition, parent, (object) => {
    const required = namesIn(object.required);
    if (required.includes(name) === isRequired) return object;
    const next = isRequired ? [...required, name] : required.filter((each) => each !== name);
    return withKeyword(object, "required", next.length === 0 ? undefined : next);
  });
}

function withObject(definition: Definition, { pointer }: Container, change: (object: Schema) => Schema): Definition {
  const before = objectOf(valueAt(definition.schema, pointer));
  const after = change(before);
  return after === before ? definition : { ...definition, schema: withValueAt(definition.schema, pointer, after) as Schema };
}

/** Every place whose form shows the fields of an object: a definition of the schema may have several. */
function placesOf(definition: Definition, { pointer }: Container): string[] {
  const inner = flat(fieldsOf(definition)).flatMap(({ inside }) => (inside?.pointer === pointer ? [inside.path] : []));
  return pointer === "" ? [top.path, ...inner] : inner;
}

/** Changes what `uiSchema` says about the fields of an object, wherever they are shown. */
function withUiOf(definition: Definition, container: Container, change: (ui: Ui) => Ui): Definition {
  return placesOf(definition, container).reduce((next, path) => {
    const ui = valueAt(next.uiSchema, path);
    return isJsonObject(ui) ? withUi(next, path, change(ui)) : next;
  }, definition);
}

/** The names of an object's fields in the order of its form. */
const namesAt = ({ schema, uiSchema }: Definition, { pointer, path }: Container) =>
  namesOf(objectOf(valueAt(schema, pointer)), objectOf(valueAt(uiSchema, path)));

/** The field by another name, which must be free. Documents keep their values under the old name. */
export function withName(definition: Definition, { parent, name: from }: Pick<FieldNode, "parent" | "name">, to: string): Definition {
  if (from === undefined || from === to) return definition;
  const rename = (names: unknown) => (Array.isArray(names) ? names.map((name: unknown) => (name === from ? to : name)) : names);
  const renamed = withUiOf(definition, parent, (ui) => {
    // An object is about the field; anything else is a keyword of the form.
    const next = isJsonObject(ui[from]) && ui[to] === undefined ? withRenamed(ui, from, to) : ui;
    return namesIn(next.order).includes(from) ? withKeyword(next, "order", rename(next.order)) : next;
  });
  const next = withObject(renamed, parent, (object) => {
    const properties = withKeyword(object, "properties", withRenamed(objectOf(object.properties), from, to));
    return namesIn(properties.required).includes(from) ? withKeyword(properties, "required", rename(properties.required)) : properties;
  });
  return parent.pointer === "" && next.defaults ? { ...next, defaults: withRenamed(next.defaults, from, to) } : next;
}

/** The field at another place among those of its object. */
export function withPlace(definition: Definition, { parent, name }: Pick<FieldNode, "parent" | "name">, index: number): Definition {
  const before = namesAt(definition, parent);
  const from = before.indexOf(name ?? "");
  if (name === undefined || from === -1) return definition;
  const names = before.toSpliced(from, 1).toSpliced(index, 0, name);
  if (names.join() === before.join()) return definition;
  return inOrder(definition, parent, names);
}

function inOrder(definition: Definition, container: Container, names: readonly string[]): Definition {
  const next = withObject(definition, container, (object) => {
    const properties = objectOf(object.properties);
    return withKeyword(object, "properties", Object.fromEntries(names.map((name) => [name, properties[name]])));
  });
  return withUiOf(next, container, (ui) => (namesIn(ui.order).length > 0 ? withKeyword(ui, "order", names) : ui));
}

/** The definition with one more field of an object, at the end or at a place. */
export function withNewField(
  definition: Definition,
  container: Container,
  name: string,
  { schema, ui }: Described,
  index?: number,
): Definition {
  const names = namesAt(definition, container).toSpliced(index ?? Infinity, 0, name);
  const added = withObject(definition, container, (object) =>
    withKeyword(object, "properties", { ...objectOf(object.properties), [name]: schema }),
  );
  return withUi(index === undefined ? added : inOrder(added, container, names), container.path + pointerStep(name), ui);
}

/** The definition without a field. Documents keep their values. */
export function withoutField(definition: Definition, { parent, name }: Pick<FieldNode, "parent" | "name">): Definition {
  if (name === undefined) return definition;
  const forgotten = withUiOf(definition, parent, (ui) => {
    const next = isJsonObject(ui[name]) ? withKeyword(ui, name, undefined) : ui;
    if (!namesIn(next.order).includes(name)) return next;
    return withKeyword(
      next,
      "order",
      namesIn(next.order).filter((each) => each !== name),
    );
  });
  const removed = withObject(withRequired(forgotten, { parent, name }, false), parent, (object) =>
    withKeyword(object, "properties", withKeyword(objectOf(object.properties), name, undefined)),
  );
  return parent.pointer === "" && removed.defaults ? { ...removed, defaults: withKeyword(removed.defaults, name, undefined) } : removed;
}

/** A name that the object does not have yet: `name`, `name2` … */
export function freeName(definition: Definition, container: Container, wanted: string): string {
  const taken = namesAt(definition, container);
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted}${number}`;
    if (!taken.includes(name)) return name;
  }
}

/** Names that the server accepts. */
export const isName = (name: string) =>
  /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(name) && !["constructor", "prototype", "__proto__"].includes(name);

/** A name for programs, made of a title: `readingTime` of "Reading time". */
export function nameOf(title: string): string {
  const name = slugOf(title).replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  const safe = /^[a-z]/.test(name) ? name : `field${name}`;
  return isName(safe) ? safe : "field";
}
