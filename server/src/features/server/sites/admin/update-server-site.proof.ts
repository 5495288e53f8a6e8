import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { updateServerSite } from "./update-server-site.ts";

export const updateServerSiteProof = adminProof(updateServerSite, ({ site }) => ({
  params: { slug: site.slug },
  body: { mediaQuotaMb: 10_000, dataQuotaMb: 5_000 },
}));
