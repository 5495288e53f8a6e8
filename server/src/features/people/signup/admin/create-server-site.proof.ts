import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { createServerSite } from "./create-server-site.ts";

export const createServerSiteProof = adminProof(createServerSite, ({ unique }) => ({
  body: { slug: `s-${unique}`, name: "A site", owner: `${unique}@example.com` },
}));
