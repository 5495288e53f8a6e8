import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { getOverview } from "./get-overview.ts";

export const getOverviewProof = adminProof(getOverview, () => ({ query: { days: "30" } }));
