import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { revisionOfSite } from "../../../../../../test/kit/admins.ts";
import { deleteSite } from "./delete-site.ts";

export const deleteSiteProof = adminProof(
  deleteSite,
  async ({ server, site }) => ({ headers: await revisionOfSite(server, site), body: { confirm: site.slug } }),
  { consumesSite: true },
);
