import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { getServerAdmin } from "./get-server-admin.ts";

export const getServerAdminProof = adminProof(getServerAdmin, ({ owner }) => ({ params: { id: owner.id } }));
