/** TypeScript of the JSON Schemas that the API description is made of. */

export interface Schema {
  type?: string;
  $ref?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  required?: string[];
  description?: string;
  format?: string;
}

export function componentOf(name: string, schema: Schema, open: Set<string>): string {
  if (!open.has(name)) return `${comment(schema.description)}export interface ${name} ${typeOf(schema)}`;
  const { data, ...members } = schema.properties ?? {};
  const shape = objectOf({ ...schema, properties: { ...members, data: { ...data, $ref: "#/Data" } } });
  return `/** \`Data\` is described by the site's own schema. */\nexport interface ${name}<Data = Record<string, unknown>> ${shape}`;
}

export function typeOf(schema: Schema): string {
  if (schema.$ref) return nameOf(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return union(schema.enum);
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(" | ");
  if (schema.allOf) return schema.allOf.map((one) => `(${typeOf(one)})`).join(" & ");
  if (schema.type === "array" && schema.items) return `(${typeOf(schema.items)})[]`;
  if (schema.properties) return objectOf(schema);
  if (schema.patternProperties) return `Record<string, ${Object.values(schema.patternProperties).map(typeOf).join(" | ")}>`;
  if (schema.type === "object") return "Record<string, unknown>";
  if (schema.type === "array") return "unknown[]";
  if (schema.format === "binary") return "Blob";
  if (schema.type === "integer") return "number";
  if (["string", "number", "boolean", "null"].includes(schema.type ?? "")) return schema.type ?? "";
  if (!schema.type) return "unknown";
  throw new Error(`The generator does not know what type this is: ${JSON.stringify(schema)}`);
}

export function objectOf({ properties = {}, required = [] }: Schema): string {
  const members = Object.entries(properties).map(
    ([name, schema]) => `${comment(descriptionOf(schema))}${memberName(name)}${required.includes(name) ? "" : "?"}: ${typeOf(schema)};`,
  );
  return `{${members.join("\n")}}`;
}

function memberName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

/** A nullable value has its description at the other type. */
function descriptionOf({ description, anyOf = [] }: Schema): string | undefined {
  return description ?? anyOf.find((schema) => schema.description)?.description;
}

/** Any value of the site's choice. */
export function isFree(schema: Schema | undefined): boolean {
  const patterns = Object.values(schema?.patternProperties ?? {});
  return patterns.length > 0 && !schema?.properties && patterns.every((member) => Object.keys(member).length === 0);
}

export function nameOf(ref: string): string {
  return ref.slice(ref.lastIndexOf("/") + 1);
}

export function union(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(" | ");
}

export function comment(text: string | undefined): string {
  return text ? `/** ${text.replaceAll("*/", "*\\/")} */\n` : "";
}
