import { proof } from "../../../../../../test/kit/proof.ts";
import { getForm } from "./get-form.ts";

export const getFormProof = proof(getForm, "own", () => ({ params: { slug: "contact" } }));
