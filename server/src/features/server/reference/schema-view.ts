import { html, type Html, type HtmlValue } from "../../../lib/text/html.ts";
import { nameIn, type Schema } from "./api-description.ts";

/** Text with its `code` in backticks as markup. */
export function prose(text: string): HtmlValue[] {
  return text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}

/** Which members of an object get a mark: in a body those that it needs, in a response those that it may lack. */
export type Marked = "required" | "optional";

type Schemas = Readonly<Record<string, Schema>>;

/** The members of a value as nested lists, or a sentence if it has none of its own. */
export function schemaView(schema: Schema, schemas: Schemas, marked: Marked): Html {
  return membersOf(schema, schemas, marked, []) ?? html`<p>${capital(typeWords(schema))}.</p>`;
}

/** The type in words, with its values if they are few. */
export function typeView(schema: Schema): Html {
  const values = schema.enum ?? schema.anyOf?.find((one) => one.enum)?.enum ?? [];
  return html`<span class="type">${typeWords(schema)}${values.map((value) => html` <code>${String(value)}</code>`)}</span>`;
}

/** A type in few words: `integer`, `list of Block`, `string or null`. */
function typeWords(schema: Schema): string {
  const { $ref, anyOf, items, type, format, patternProperties, properties } = schema;
  if ($ref) return nameIn($ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return "one of";
  if (anyOf) return anyOf.map(typeWords).join(" or ");
  if (type === "array") return `list of ${items ? typeWords(items) : "any values"}`;
  if (type === "object" && patternProperties && !properties) return "object with any members";
  if (type === undefined) return "any value";
  return format === undefined ? type : `${type}, ${format}`;
}

/** Limits and the default, each a phrase. Patterns are for people who send a value, and not for those who get one. */
export function limitWords(schema: Schema, marked: Marked): Html[] {
  const inner = schema.anyOf?.find(({ type }) => type !== "null");
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, maxProperties, pattern } = { ...inner, ...schema };
  const isSent = marked === "required";
  return [
    ...between(minLength, maxLength, "characters"),
    ...between(minimum, maximum, ""),
    ...between(minItems, maxItems, "items"),
    ...between(undefined, maxProperties, "members"),
    ...(pattern === undefined || !isSent ? [] : [html`matches <code>${pattern}</code>`]),
    ...(schema.default === undefined ? [] : [html`default <code>${JSON.stringify(schema.default)}</code>`]),
  ];
}

function between(least: number | undefined, most: number | undefined, unit: string): Html[] {
  const words = unit && ` ${unit}`;
  if (least !== undefined && most !== undefined) return [html`${least === most ? least : `${least} to ${most}`}${words}`];
  if (least !== undefined) return [html`at least ${least}${words}`];
  return most === undefined ? [] : [html`at most ${most}${words}`];
}

/** `within`: the named schemas around, which are not opened again. */
function membersOf(schema: Schema, schemas: Schemas, marked: Marked, within: readonly string[]): Html | undefined {
  if (schema.$ref) {
    const name = nameIn(schema.$ref);
    const target = schemas[name];
    return target && !within.includes(name) ? membersOf(target, schemas, marked, [...within, name]) : undefined;
  }
  const { properties, required = [], items, anyOf, patternProperties } = schema;
  if (properties && Object.keys(properties).length > 0) {
    return html`<ul class="members">
      ${Object.entries(properties).map(([name, member]) => memberView(name, member, required.includes(name), schemas, marked, within))}
    </ul>`;
  }
  const [pattern] = Object.values(patternProperties ?? {});
  const inner = items ?? anyOf?.find(({ type }) => type !== "null") ?? pattern;
  return inner && membersOf(inner, schemas, marked, within);
}

function memberView(name: string, member: Schema, isRequired: boolean, schemas: Schemas, marked: Marked, within: readonly string[]): Html {
  const nested = membersOf(member, schemas, marked, within);
  const description = member.description ?? member.anyOf?.find((one) => one.description)?.description;
  const limits = limitWords(member, marked);
  // A reader of a response looks for members that are one level down.
  const isOpen = name === "data" && within.length === 0;
  return html`<li>
    <code class="name">${name}</code> ${typeView(member)}
    ${isRequired === (marked === "required") && html`<span class="mark">${marked}</span>`}
    ${limits.map((limit) => html`<span class="limit">${limit}</span> `)}${description && html`<p>${prose(description)}</p>`}${
      nested &&
      html`<details ${isOpen && html`open`}>
        <summary>Members<span class="hush"> of ${name}</span></summary>
        ${nested}
      </details>`
    }
  </li>`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
