import type { Deps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { tagRevision } from "../../../../lib/http/revision.ts";
import { EditedForm } from "../edited-form.ts";
import { formBase, FormParams } from "../form-address.ts";
import { formNotFound } from "../form.ts";
import { readForm } from "../read-forms.ts";

/** Reads a form with all that people write in it. */
export const getEditedForm = operation(
  {
    id: "getEditedForm",
    method: "GET",
    path: formBase,
    access: "member",
    permission: "site:read",
    cors: "closed",
    problems: [formNotFound],
    tags: ["Forms"],
    summary: "Read a form",
    params: FormParams,
    response: { 200: Single(EditedForm) },
    unserialised: true,
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, params }, reply) => {
      const form = await readForm(sql, site.id, params.slug);
      if (!form) throw new ProblemError(formNotFound);
      tagRevision(reply, form.revision);
      return { data: form };
    },
);
