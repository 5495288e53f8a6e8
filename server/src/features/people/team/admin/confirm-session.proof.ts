import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { password } from "../../../../../../test/kit/shopper.ts";
import { confirmSession } from "./confirm-session.ts";

export const confirmSessionProof = adminProof(confirmSession, () => ({ body: { password } }));
