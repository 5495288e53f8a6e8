import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { addForm } from "../../../../../../test/kit/staff-forms.ts";
import { putForm } from "./put-form.ts";

export const putFormProof = adminProof(putForm, async ({ server, site, unique }) => ({
  params: { slug: await addForm(server, site, `form-${unique}`) },
  headers: { "if-match": '"1"' },
  body: { name: "Replaced", schema: { type: "object", properties: { text: { type: "string" } } } },
}));
