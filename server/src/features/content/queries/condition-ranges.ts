import { formats } from "../../../lib/json-schema/json-schema-formats.ts";
import { isUuid } from "../../../lib/text/uuid.ts";
import {
  afterValue,
  comparedText,
  mostCharacters,
  prefixRange,
  rangeOf,
  storedId,
  storedInstant,
  storedText,
  storedValue,
  wholeRange,
  type ValueRange,
} from "./field-value.ts";
import { queryFault, type Condition } from "./list-query.ts";
import type { QueryField } from "./query-field.ts";

/** The values that meet a condition, or its opposite: a document meets it if one of its values does, or none. */
export interface ConditionRanges {
  ranges: readonly ValueRange[];
  /** The text must contain this one; null: any. */
  part: string | null;
  isOpposite: boolean;
}

const mostValues = 50;
const comparing = ["eq", "ne", "in", "nin"] as const;
const ordering = [...comparing, "lt", "lte", "gt", "gte"] as const;
const reference = { operators: comparing, form: "an id" };
const kinds = {
  text: { operators: [...ordering, "prefix", "contains"], form: `a text of up to ${mostCharacters} characters` },
  number: { operators: ordering, form: "a number such as 60 or -1.5" },
  boolean: { operators: comparing, form: "true or false" },
  date: { operators: ordering, form: "a date such as 2026-01-31" },
  instant: { operators: ordering, form: "an instant such as 2026-01-31T14:30:00Z, or a date" },
  ...{ id: reference, entry: reference, page: reference, product: reference, category: reference },
} as const;

/** The values of a field that meet a condition. Throws `invalid_query`. */
export function conditionRanges({ kind, isList }: QueryField, { field, operator, value, group }: Condition): ConditionRanges {
  const name = `where${group === undefined ? "" : `[any][${group}]`}[${field}]`;
  const { operators, form } = kinds[kind];
  const possible: string[] = [...new Set([...operators, ...(isList ? ["contains"] : []), "exists"])];
  if (!possible.includes(operator)) throw queryFault(name, `cannot be compared with ${operator}; possible are ${possible.join(", ")}`);
  const operand = (text: string): string => {
    const stored = storedOperand(kind, text);
    if (stored === undefined) throw queryFault(name, `must be ${form}`);
    return stored;
  };
  const whole = wholeRange(kind);
  const met = (ranges: readonly ValueRange[], isOpposite = false, part: string | null = null) => ({ ranges, part, isOpposite });
  switch (operator) {
    case "eq":
    case "ne":
      return met([rangeOf(operand(value))], operator === "ne");
    case "in":
    case "nin": {
      const values = splitList(value);
      if (values.length > mostValues) throw queryFault(name, `has ${values.length} values; up to ${mostValues} are possible`);
      return met(
        values.map((each) => rangeOf(operand(each))),
        operator === "nin",
      );
    }
    case "lt":
      return met([{ low: whole.low, high: operand(value) }]);
    case "lte":
      return met([{ low: whole.low, high: afterValue(operand(value)) }]);
    case "gt":
      return met([{ low: afterValue(operand(value)), high: whole.high }]);
    case "gte":
      return met([{ low: operand(value), high: whole.high }]);
    case "prefix":
      operand(value);
      return met([prefixRange(value)]);
    case "contains":
      if (isList) return met([rangeOf(operand(value))]);
      operand(value);
      // Every text has the empty one.
      return met([whole], false, comparedText(value) || null);
    case "exists":
      if (value !== "true" && value !== "false") throw queryFault(`${name}[exists]`, "must be true or false");
      return met([whole], value === "false");
  }
}

function storedOperand(kind: QueryField["kind"], text: string): string | undefined {
  switch (kind) {
    case "text":
      return Array.from(text).length > mostCharacters ? undefined : storedText(text);
    case "number":
      return /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? storedValue(kind, Number(text)) : undefined;
    case "boolean":
      return text === "true" || text === "false" ? storedValue(kind, text === "true") : undefined;
    case "date":
      return storedValue(kind, text);
    case "instant":
      return formats.date?.is(text) ? storedInstant(new Date(text)) : storedValue(kind, text);
    default:
      return isUuid(text.toLowerCase()) ? storedId(text.toLowerCase()) : undefined;
  }
}

/** The values of a list; a comma or a backslash after a backslash is part of a value. */
function splitList(text: string): string[] {
  const values: string[] = [];
  let value = "";
  for (const [, escaped, plain] of text.matchAll(/\\([,\\])|([\s\S])/gu)) {
    if (plain === ",") {
      values.push(value);
      value = "";
    } else value += escaped ?? plain ?? "";
  }
  return [...values, value];
}
