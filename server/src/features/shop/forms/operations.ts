import { getForm } from "./public/get-form.ts";
import { submitForm } from "./public/submit-form.ts";

export const formsOperations = [getForm, submitForm];
