import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { listForms } from "./list-forms.ts";

export const listFormsProof = adminProof(listForms);
