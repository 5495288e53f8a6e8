import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { enterSite } from "./enter-site.ts";

export const enterSiteProof = adminProof(enterSite, ({ site }) => ({
  params: { slug: site.slug },
  body: { reason: "A question of the owner" },
}));
