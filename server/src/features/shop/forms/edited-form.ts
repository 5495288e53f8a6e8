import { Type, type Static } from "typebox";
import { Instant } from "../../../lib/http/envelope.ts";
import { problem } from "../../../lib/http/problem.ts";
import { Slug } from "../../../lib/text/slug.ts";

export const formSlugTaken = problem("form_slug_taken", 409, "The site has a form with this slug");
export const formHasSubmissions = problem("form_has_submissions", 409, "The form has submissions", {
  submissions: { type: "integer", description: "Their number, spam included." },
});

const head = {
  slug: Slug,
  name: Type.String({ examples: ["Contact"] }),
  revision: Type.Integer({ description: "The version of the form. Each submission names the version with which it was made." }),
  createdAt: Instant,
  updatedAt: Instant,
};
const JsonObject = Type.Record(Type.String(), Type.Unknown());

export const ListedForm = Type.Object(head, { $id: "ListedForm", additionalProperties: false });
export type ListedForm = Static<typeof ListedForm>;

export const EditedForm = Type.Object(
  { ...head, schema: JsonObject, uiSchema: JsonObject, submitLabel: Type.String(), successMessage: Type.String() },
  { $id: "EditedForm", additionalProperties: false },
);
export type EditedForm = Static<typeof EditedForm>;
