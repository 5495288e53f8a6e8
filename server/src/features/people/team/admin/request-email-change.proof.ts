import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { requestEmailChange } from "./request-email-change.ts";

export const requestEmailChangeProof = adminProof(requestEmailChange, ({ unique }) => ({ body: { email: `new-${unique}@example.com` } }));
