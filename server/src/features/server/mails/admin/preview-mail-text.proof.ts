import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { previewMailText } from "./preview-mail-text.ts";

export const previewMailTextProof = adminProof(previewMailText, () => ({
  params: { kind: "order-paid" },
  body: { subject: "Order {number}", body: "Thank you!\n\n{order}" },
}));
