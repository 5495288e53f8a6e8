import { expect, test } from "vitest";
import { mostLists } from "../../../lib/json-schema/json-schema-marks.ts";
import type { QueryField } from "./query-field.ts";
import { readPlan } from "./query-plan.ts";

test("a stored plan with more lists than there are columns keeps those that have one, and its other fields", () => {
  const field = (name: string, isList: boolean) => ({ name, kind: "text", isList }) as QueryField;
  const lists = Array.from({ length: mostLists + 1 }, (_, place) => field(`list${String(place).padStart(2, "0")}`, true));
  const fields = [field("title", false), ...lists];
  const names = readPlan(JSON.stringify({ fields, searchable: {} }))?.fields.map(({ name }) => name);
  expect(names).toEqual(fields.slice(0, -1).map(({ name }) => name));
});
