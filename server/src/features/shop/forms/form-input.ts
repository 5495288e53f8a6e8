import { Type, type Static } from "typebox";

const JsonObject = Type.Record(Type.String(), Type.Unknown());

/** The members of a form that people write, in bundles and in the admin API, besides its slug. */
export const formInput = {
  name: Type.String({ minLength: 1, maxLength: 200, pattern: "\\S" }),
  schema: JsonObject,
  uiSchema: Type.Optional(JsonObject),
  submitLabel: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, pattern: "\\S", description: "On the button. Send when absent." }),
  ),
  successMessage: Type.Optional(
    Type.String({ minLength: 1, maxLength: 2_000, pattern: "\\S", description: "After it was submitted. Thank you. when absent." }),
  ),
};

export const formDefaults = { uiSchema: {}, submitLabel: "Send", successMessage: "Thank you." };

/** Of a site, as in a bundle. */
export const mostForms = 500;

export const FormBody = Type.Object(formInput, { additionalProperties: false });
export type FormBody = Static<typeof FormBody>;
