import { flat, fieldsOf } from "./fields-of.ts";
import { targetsOf } from "./field-kinds.ts";
import { definitionOf, type StoredType } from "./definition.ts";
import type { TypeName } from "./type-client.ts";

/** The types whose slots or references name a type, by their titles. They would name nothing without it. */
export function namesOfType({ family, type }: TypeName, all: readonly StoredType[]): string[] {
  return all.flatMap((each) => (each.type !== type && isNamedBy(each, family, type) ? [each.title] : []));
}

function isNamedBy(other: StoredType, family: TypeName["family"], type: string): boolean {
  if (family === "block")
    return Object.values("slots" in other ? (other.slots ?? {}) : {}).some(({ allow }) => allow?.includes(type) === true);
  return flat(fieldsOf(definitionOf(other))).some(
    ({ schema, kind }) => kind === "reference" && targetsOf(schema).contentTypes.includes(type),
  );
}
