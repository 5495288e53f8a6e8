import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { getMe } from "./get-me.ts";

export const getMeProof = adminProof(getMe);
