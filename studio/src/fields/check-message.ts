import { texts } from "../app/texts.ts";
import type { Fault } from "./validate.ts";

/** What is wrong, in the words of the studio. */
export function messageOf({ code, limit }: Fault): string {
  const { checks } = texts.fields;
  const size = typeof limit === "number" ? limit : 0;
  switch (code) {
    case "type":
      return typeMessage(limit);
    case "required":
      return checks.required;
    case "minLength":
      return checks.short(size);
    case "maxLength":
      return checks.long(size);
    case "pattern":
      return checks.pattern;
    case "format":
      return formatMessage(limit);
    case "minimum":
      return checks.least(size);
    case "maximum":
      return checks.most(size);
    case "exclusiveMinimum":
      return checks.above(size);
    case "exclusiveMaximum":
      return checks.below(size);
    case "multipleOf":
      return checks.step(size);
    case "minItems":
      return checks.fewItems(size);
    case "maxItems":
      return checks.manyItems(size);
    case "uniqueItems":
      return checks.twice;
    case "minProperties":
      return checks.fewMembers(size);
    case "maxProperties":
      return checks.manyMembers(size);
    case "additionalProperties":
      return checks.unknownMember;
    case "enum":
      return checks.choice;
    case "const":
      return checks.constant;
    default:
      return size > 1 ? checks.manyKinds : checks.noKind;
  }
}

function typeMessage(limit: unknown): string {
  const { checks } = texts.fields;
  const [type] = Array.isArray(limit) ? (limit as unknown[]) : [];
  const messages: Readonly<Record<string, string>> = {
    string: checks.text,
    number: checks.number,
    integer: checks.whole,
    boolean: checks.yesNo,
    array: checks.list,
    object: checks.group,
  };
  return messages[String(type)] ?? checks.type;
}

function formatMessage(format: unknown): string {
  const { email, uri, uuid, date, time, dateTime, pattern } = texts.fields.checks;
  const messages: Readonly<Record<string, string>> = { email, uri, uuid, date, time, "date-time": dateTime };
  return messages[String(format)] ?? pattern;
}
