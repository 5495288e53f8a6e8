import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { endOtherSessions } from "./end-other-sessions.ts";

export const endOtherSessionsProof = adminProof(endOtherSessions);
