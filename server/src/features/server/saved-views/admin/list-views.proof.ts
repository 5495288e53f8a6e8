import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { listViews } from "./list-views.ts";

export const listViewsProof = adminProof(listViews, () => ({ query: { list: "orders" } }));
