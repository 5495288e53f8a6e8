import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { getPlugin } from "./get-plugin.ts";

export const getPluginProof = adminProof(getPlugin, () => ({ params: { plugin: "svc.payments" } }));
