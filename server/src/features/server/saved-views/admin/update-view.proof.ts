import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { insertView } from "../../../../../../test/kit/saved-views.ts";
import { updateView } from "./update-view.ts";

export const updateViewProof = adminProof(updateView, async ({ server, site }) => ({
  params: { id: await insertView(server, site) },
  headers: { "if-match": '"1"' },
  body: { name: "Unpaid for long" },
}));
