import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { listOwnTokens } from "./list-own-tokens.ts";

export const listOwnTokensProof = adminProof(listOwnTokens);
