import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { startPasskey } from "./start-passkey.ts";

export const startPasskeyProof = adminProof(startPasskey);
