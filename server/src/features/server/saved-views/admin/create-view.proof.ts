import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { removeViews } from "../../../../../../test/kit/saved-views.ts";
import { createView } from "./create-view.ts";

export const createViewProof = adminProof(createView, async ({ server, site }) => {
  await removeViews(server, site.id);
  return { body: { list: "orders", name: "Large and unpaid", query: "sort=total:desc&view=unpaid", scope: "SITE" } };
});
