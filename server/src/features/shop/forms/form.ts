import { Type } from "typebox";
import { problem } from "../../../lib/http/problem.ts";
import { Slug } from "../../../lib/text/slug.ts";

export const formNotFound = problem("form_not_found", 404, "Form not found");

const JsonObject = Type.Record(Type.String(), Type.Unknown());

export const Form = Type.Object(
  {
    slug: Slug,
    name: Type.String({ examples: ["Contact"] }),
    schema: Type.Unsafe<Record<string, unknown>>({ ...JsonObject, description: "JSON Schema 2020-12 of what is submitted as `data`." }),
    uiSchema: Type.Unsafe<Record<string, unknown>>({ ...JsonObject, description: "How a page may show the fields." }),
    submitLabel: Type.String({ description: "What stands on the button.", examples: ["Send"] }),
  },
  { $id: "Form", additionalProperties: false },
);

export const FormSlug = Type.String({ description: "The form's slug.", examples: ["contact"] });

/** The member of `data` that is invisible to people, and that programs which fill in every field do fill in. */
export const honeypot = "_hp";
