import { Type } from "typebox";
import { isUuid } from "../text/uuid.ts";
import { invalidQuery, ProblemError } from "./problem.ts";

const mostIds = 100;

/** The query parameter that names the items to read. */
export const idsParameter = Type.String({ maxLength: 37 * mostIds, description: `Up to ${mostIds} ids, separated by commas.` });

/** The ids of a query parameter. Throws `invalid_query`. */
export function idsOf(text: string): string[] {
  const ids = text.split(",");
  if (ids.length <= mostIds && ids.every(isUuid)) return ids;
  const message = `must be up to ${mostIds} ids, separated by commas`;
  throw new ProblemError(invalidQuery, { detail: `ids ${message}.`, errors: [{ path: "/ids", code: "form", message }] });
}
