import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { NoContent, operation } from "../../../../lib/http/operation.ts";
import { seenRevision } from "../../../../lib/http/revision.ts";
import { deleteFormAt } from "../change-forms.ts";
import { formHasSubmissions } from "../edited-form.ts";
import { formBase, FormParams } from "../form-address.ts";
import { formNotFound } from "../form.ts";

/** Deletes a form. */
export const deleteForm = operation(
  {
    id: "deleteForm",
    method: "DELETE",
    path: formBase,
    access: "member",
    permission: "forms:write",
    conditional: "change",
    cors: "closed",
    problems: [formNotFound, formHasSubmissions],
    tags: ["Forms"],
    summary: "Delete a form",
    description: "The public side loses it within a second. If it has submissions, the request needs `?force=true` and deletes them, too.",
    params: FormParams,
    query: Type.Object({ force: Type.Optional(Type.Boolean()) }),
    response: { 204: NoContent },
  },
  (deps: Pick<Deps, "sql" | "clock" | "ids">) => async (request) => {
    const { params, query } = request;
    await deleteFormAt(deps, request, { slug: params.slug, seen: seenRevision(request), isForced: query.force === true });
  },
);
