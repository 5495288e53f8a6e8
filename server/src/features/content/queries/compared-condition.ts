import { formats } from "../../../lib/json-schema/json-schema-formats.ts";
import { isUuid } from "../../../lib/text/uuid.ts";
import { compareInCodePoints } from "../../../lib/text/code-points.ts";
import {
  afterValue,
  comparedText,
  hasComparedPart,
  mostCharacters,
  prefixRange,
  storedId,
  storedInstant,
  storedText,
  storedValue,
} from "./field-value.ts";
import { queryError, type Condition } from "./list-query.ts";
import type { QueryField } from "./query-field.ts";

/** Limits on a stored value. Without members, every value meets them. */
export interface Comparison {
  oneOf?: readonly string[];
  from?: string;
  /** Excluded. */
  below?: string;
  /** Of a text: contained in what is compared of it. */
  part?: string;
}

/** A document meets a condition if one of its values is as compared, or if none is. */
export interface ComparedCondition {
  compared: Comparison;
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
  id: reference,
  entry: reference,
  page: reference,
  product: reference,
  category: reference,
} as const;

const integer = { operators: ordering, form: "a whole number such as 60" };

/** The values of a field that meet a condition. Throws `invalid_query`. */
export function comparedCondition(
  { kind, isList, isInteger }: QueryField,
  { field, operator, value, group }: Condition,
): ComparedCondition {
  const name = `where${group === undefined ? "" : `[any][${group}]`}[${field}]`;
  const { operators, form } = isInteger ? integer : kinds[kind];
  const possible: string[] = [...new Set([...operators, ...(isList ? ["contains"] : []), "exists"])];
  if (!possible.includes(operator)) throw queryError(name, `cannot be compared with ${operator}; possible are ${possible.join(", ")}`);
  const operand = (text: string): string => {
    const storedForm = isInteger && !Number.isInteger(Number(text)) ? undefined : storedOperand(kind, text);
    if (storedForm === undefined) throw queryError(name, `must be ${form}`);
    return storedForm;
  };
  const met = (compared: Comparison, isOpposite = false) => ({ compared, isOpposite });
  switch (operator) {
    case "eq":
    case "ne":
      return met({ oneOf: [operand(value)] }, operator === "ne");
    case "in":
    case "nin": {
      const values = splitList(value);
      if (values.length > mostValues) throw queryError(name, `has ${values.length} values; up to ${mostValues} are possible`);
      return met({ oneOf: values.map(operand) }, operator === "nin");
    }
    case "lt":
      return met({ below: operand(value) });
    case "lte":
      return met({ below: afterValue(operand(value)) });
    case "gt":
      return met({ from: afterValue(operand(value)) });
    case "gte":
      return met({ from: operand(value) });
    case "prefix":
      operand(value);
      return met(prefixRange(value));
    case "contains": {
      if (isList) return met({ oneOf: [operand(value)] });
      operand(value);
      const part = comparedText(value);
      // Every text has the empty one.
      return met(part === "" ? {} : { part });
    }
    case "exists":
      if (value !== "true" && value !== "false") throw queryError(`${name}[exists]`, "must be true or false");
      return met({}, value === "false");
  }
}

/** Whether a stored value is as compared. */
export function isAsCompared({ oneOf, from, below, part }: Comparison, storedForm: string): boolean {
  return (
    (oneOf?.includes(storedForm) ?? true) &&
    (from === undefined || compareInCodePoints(from, storedForm) <= 0) &&
    (below === undefined || compareInCodePoints(storedForm, below) < 0) &&
    (part === undefined || hasComparedPart(storedForm, part))
  );
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
