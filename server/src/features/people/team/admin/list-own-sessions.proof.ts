import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { listOwnSessions } from "./list-own-sessions.ts";

export const listOwnSessionsProof = adminProof(listOwnSessions);
