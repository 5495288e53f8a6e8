import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { sendTestMail } from "./send-test-mail.ts";

export const sendTestMailProof = adminProof(sendTestMail, () => ({
  params: { kind: "order-paid" },
  body: { subject: "Order {number}", body: "Thank you!\n\n{order}" },
}));
