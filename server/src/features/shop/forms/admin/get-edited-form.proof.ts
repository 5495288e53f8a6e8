import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { getEditedForm } from "./get-edited-form.ts";

export const getEditedFormProof = adminProof(getEditedForm, () => ({ params: { slug: "contact" } }));
