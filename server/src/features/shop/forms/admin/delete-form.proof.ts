import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { addForm } from "../../../../../../test/kit/staff-forms.ts";
import { deleteForm } from "./delete-form.ts";

export const deleteFormProof = adminProof(deleteForm, async ({ server, site, unique }) => ({
  params: { slug: await addForm(server, site, `form-${unique}`) },
  headers: { "if-match": '"1"' },
}));
