import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { SiteParams } from "../../../../lib/admin/site-path.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { validationFailed } from "../../../../lib/http/problem.ts";
import { tagRevision } from "../../../../lib/http/revision.ts";
import { Slug } from "../../../../lib/text/slug.ts";
import { putForm } from "../change-forms.ts";
import { EditedForm, formSlugTaken } from "../edited-form.ts";
import { formsBase } from "../form-address.ts";
import { formInput, mostForms } from "../form-input.ts";

/** Makes a form. */
export const createForm = operation(
  {
    id: "createForm",
    method: "POST",
    path: formsBase,
    access: "member",
    permission: "forms:write",
    grows: true,
    cors: "closed",
    problems: [formSlugTaken, validationFailed],
    tags: ["Forms"],
    summary: "Make a form",
    description: `Visitors can submit it at once. A site has ${mostForms} forms at most.`,
    params: SiteParams,
    body: Type.Object({ slug: Slug, ...formInput }, { additionalProperties: false }),
    response: { 201: Single(EditedForm) },
    unserialised: true,
  },
  (deps: Pick<Deps, "sql" | "clock" | "ids">) => async (request, reply) => {
    const { slug, ...input } = request.body;
    const form = await putForm(deps, request, { action: "createForm", slug, input, expected: "new" });
    tagRevision(reply, form.revision);
    return { data: form };
  },
);
