import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { getServer } from "./get-server.ts";

export const getServerProof = adminProof(getServer);
