import type { Deps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { validationFailed } from "../../../../lib/http/problem.ts";
import { tagRevision } from "../../../../lib/http/revision.ts";
import { putForm as put } from "../change-forms.ts";
import { EditedForm } from "../edited-form.ts";
import { formBase, FormParams } from "../form-address.ts";
import { FormBody } from "../form-input.ts";
import { formNotFound } from "../form.ts";

/** Creates or replaces a form. */
export const putForm = operation(
  {
    id: "putForm",
    method: "PUT",
    path: formBase,
    access: "member",
    permission: "forms:write",
    grows: true,
    conditional: "changeOrCreate",
    cors: "closed",
    problems: [formNotFound, validationFailed],
    tags: ["Forms"],
    summary: "Create or replace a form",
    description:
      "Every process validates against the new version at once, and shows it within a second. Earlier submissions stay as they are.",
    params: FormParams,
    body: FormBody,
    response: { 200: Single(EditedForm), 201: Single(EditedForm) },
    unserialised: true,
  },
  (deps: Pick<Deps, "sql" | "clock" | "ids">) => async (request, reply) => {
    const { params, body, expected } = request;
    const form = await put(deps, request, { action: "putForm", slug: params.slug, input: body, expected });
    if (expected === "absent") void reply.code(201);
    tagRevision(reply, form.revision);
    return { data: form };
  },
);
