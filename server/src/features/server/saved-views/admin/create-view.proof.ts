import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { createView } from "./create-view.ts";

export const createViewProof = adminProof(createView, async ({ server, site }) => {
  // Many requests of a matrix go to one site.
  await server.deps.sql`delete from saved_views where site_id = ${site.id}`;
  return { body: { list: "orders", name: "Large and unpaid", query: "sort=total:desc&view=unpaid", scope: "SITE" } };
});
