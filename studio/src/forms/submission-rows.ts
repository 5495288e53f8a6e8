import { isJsonObject, memberOf, type JsonObject } from "../draft/json.ts";
import { wordsOf } from "../fields/choose-field.ts";
import { objectOf, resolve, textIn, type Schema, type Ui } from "../fields/schema.ts";
import { choicesOf } from "../model/keywords.ts";
import { namesOf } from "../model/fields-of.ts";

/** A file that a visitor sent. */
export interface SubmittedFile {
  id: string;
  name: string;
  type: string;
  size: number;
}

/** What a visitor entered in one field. */
export interface SubmissionRow {
  name: string;
  label: string;
  /** The part of the form's schema that describes the value. Undefined: the form names no such field. */
  schema: Schema | undefined;
  value: unknown;
  /** If the value is a file, or a list of files. */
  files: readonly SubmittedFile[];
  /** The words of choices, by value. */
  words: ReadonlyMap<string, string>;
}

interface FormFields {
  schema: Schema;
  uiSchema: Ui;
}

/** What a visitor entered, in the order of the form. Members that the form does not name come last: a stranger may have chosen their names. */
export function rowsOf({ schema: root, uiSchema }: FormFields, data: JsonObject): SubmissionRow[] {
  const whole = resolve(root, root);
  const names = namesOf(whole, uiSchema);
  const fields = names.map((name) => {
    const schema = resolve(root, objectOf(memberOf(objectOf(whole.properties), name)));
    const ui = objectOf(memberOf(uiSchema, name));
    const words = new Map(choicesOf({ schema, ui }).flatMap(({ value, label }) => (label === "" ? [] : [[value, label] as const])));
    const label = textIn(ui.title) ?? textIn(schema.title) ?? wordsOf(name);
    const value = memberOf(data, name);
    return { name, label, schema, value, words, files: takesFiles(schema) ? filesIn(value) : [] };
  });
  const others = Object.entries(data).filter(([name]) => !names.includes(name));
  return [
    ...fields,
    ...others.map(([name, value]) => ({
      name,
      label: name,
      schema: undefined,
      value,
      files: filesIn(value),
      words: new Map<string, string>(),
    })),
  ];
}

const uploadRef = "vitrine:upload";

/** Whether a field takes a file, or a list of files. */
const takesFiles = ({ $ref, items }: Schema) => $ref === uploadRef || objectOf(items).$ref === uploadRef;

function filesIn(value: unknown): SubmittedFile[] {
  const items = [value].flat();
  return items.length > 0 && items.every(isFile) ? items : [];
}

function isFile(value: unknown): value is SubmittedFile {
  if (!isJsonObject(value)) return false;
  const { id, name, type, size } = value;
  const isUuid = typeof id === "string" && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id);
  return isUuid && typeof name === "string" && typeof type === "string" && typeof size === "number";
}

/** The address to answer to: the first that the form asked for. */
export function answerAddressOf(rows: readonly SubmissionRow[]): string | undefined {
  const row = rows.find(({ schema, value }) => schema?.format === "email" && typeof value === "string" && /^[^\s@]+@[^\s@]+$/.test(value));
  return row?.value as string | undefined;
}

/** The link that begins a mail. A visitor chose the address: nothing in it can add other recipients or words. */
export function mailtoOf(address: string, subject: string): string {
  const recipient = address.split("@").map(encodeURIComponent).join("@");
  return `mailto:${recipient}?subject=${encodeURIComponent(subject)}`;
}

const longestTitle = 100;
const longestText = 240;

/** A submission in two lines: its first short text, and the texts after it. */
export function summaryOf(rows: readonly SubmissionRow[]): { title: string | undefined; text: string } {
  const texts = rows.flatMap(({ value, words }) =>
    typeof value === "string" && value.trim() !== "" && words.size === 0 ? [value.trim()] : [],
  );
  const title = texts.find((text) => text.length <= longestTitle);
  const others = texts.filter((text) => text !== title).join(" · ");
  return { title, text: others.slice(0, longestText).replace(/\s+/g, " ") };
}
