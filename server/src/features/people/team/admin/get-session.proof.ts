import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { getSession } from "./get-session.ts";

export const getSessionProof = adminProof(getSession);
