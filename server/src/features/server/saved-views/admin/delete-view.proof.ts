import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { insertView } from "../../../../../../test/kit/saved-views.ts";
import { deleteView } from "./delete-view.ts";

export const deleteViewProof = adminProof(deleteView, async ({ server, site }) => ({
  params: { id: await insertView(server, site) },
  headers: { "if-match": '"1"' },
}));
