import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { createForm } from "./create-form.ts";

export const createFormProof = adminProof(createForm, ({ unique }) => ({
  body: { slug: `form-${unique}`, name: "Feedback", schema: { type: "object", properties: { text: { type: "string" } } } },
}));
