import { Type } from "typebox";
import { siteBase, siteSlug } from "../../../../lib/admin/site-path.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { isUuid } from "../../../../lib/text/uuid.ts";
import { trashedNotFound } from "./trash.ts";

export const trashedBase = `${siteBase}/trash/{id}`;
export const TrashedParams = Type.Object({ ...siteSlug, id: Type.String({ description: "The id of the document." }) });

/** The id in a path. Throws `trashed_not_found` for what can be none. */
export function trashedId({ id }: { id: string }): string {
  if (!isUuid(id)) throw new ProblemError(trashedNotFound);
  return id;
}
