import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { listPasskeys } from "./list-passkeys.ts";

export const listPasskeysProof = adminProof(listPasskeys);
