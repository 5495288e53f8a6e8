import type { EditedContentType, ListedDocument } from "@vitrine/client/admin";
import { listTexts } from "../app/list-texts.ts";
import { formatDate, formatNumber } from "../app/texts.ts";
import { chooseField, optionsOf, wordsOf, type FieldKind } from "../fields/choose-field.ts";
import { objectOf, resolve, textIn, type Schema, type Ui } from "../fields/schema.ts";
import type { TableColumn } from "../parts/table.tsx";

/** Fields whose values are short. */
const simpleKinds: ReadonlySet<FieldKind> = new Set(["text", "number", "date", "dateTime", "switch", "choice", "colour", "link"]);

const prefix = "data.";

/** Which of a list's columns show fields of the type; their names. */
export const fieldsOfColumns = (ids: readonly string[]): string[] =>
  ids.filter((id) => id.startsWith(prefix)).map((id) => id.slice(prefix.length));

/** A column for each simple field of a content type, to choose from. */
export function fieldColumns({ schema: root, uiSchema }: EditedContentType): TableColumn<ListedDocument>[] {
  return Object.entries(objectOf(resolve(root, root).properties)).flatMap(([name, part]): TableColumn<ListedDocument>[] => {
    const schema = resolve(root, objectOf(part));
    const ui = objectOf(uiSchema[name]);
    const kind = chooseField(root, schema, ui, undefined);
    // The address and the server separate names with commas.
    if (!simpleKinds.has(kind) || name.includes(",") || name.length > 100) return [];
    return [
      {
        id: prefix + name,
        label: textIn(ui.title) ?? textIn(schema.title) ?? wordsOf(name),
        isOffered: true,
        show: ({ fields }) => <span>{wordsOfValue(kind, { schema, ui }, fields?.[name])}</span>,
      },
    ];
  });
}

function wordsOfValue(
  kind: FieldKind,
  { schema, ui }: { schema: Schema; ui: Ui },
  value: string | number | boolean | null | undefined,
): string {
  const { columns } = listTexts;
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? columns.yes : columns.no;
  if (typeof value === "number") return kind === "choice" ? String(value) : formatNumber(value);
  if (kind === "choice") {
    const option = optionsOf(schema).find((each) => each.value === value);
    return textIn(objectOf(ui.labels)[value]) ?? option?.label ?? wordsOf(value);
  }
  // A draft may have anything.
  if ((kind !== "date" && kind !== "dateTime") || Number.isNaN(Date.parse(value))) return value;
  return formatDate(value, kind === "date" ? { dateStyle: "medium", timeZone: "UTC" } : undefined);
}
