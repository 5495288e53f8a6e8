import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { listServerSites } from "./list-server-sites.ts";

export const listServerSitesProof = adminProof(listServerSites, ({ site }) => ({
  query: { q: site.slug, state: "ACTIVE", pageSize: "10" },
}));
