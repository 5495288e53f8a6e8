import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { addAdmin } from "../../../../../../test/kit/admins.ts";
import { updateServerAdmin } from "./update-server-admin.ts";

export const updateServerAdminProof = adminProof(updateServerAdmin, async ({ server }) => ({
  params: { id: (await addAdmin(server)).id },
  body: { isOperator: false, isDisabled: true },
}));
