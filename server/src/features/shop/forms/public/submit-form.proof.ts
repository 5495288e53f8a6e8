import { proof } from "../../../../../../test/kit/proof.ts";
import { submitForm } from "./submit-form.ts";

export const submitFormProof = proof(submitForm, "own", () => ({ params: { slug: "contact" }, body: { data: { text: "Hello" } } }));
