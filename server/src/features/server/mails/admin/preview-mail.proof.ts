import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { previewMail } from "./preview-mail.ts";

export const previewMailProof = adminProof(previewMail, () => ({ params: { kind: "order-paid" } }));
