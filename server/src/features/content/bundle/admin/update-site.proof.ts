import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { revisionOfSite } from "../../../../../../test/kit/admins.ts";
import { updateSite } from "./update-site.ts";

export const updateSiteProof = adminProof(updateSite, async ({ server, site, unique }) => ({
  headers: await revisionOfSite(server, site),
  body: { settings: { mail: { senderName: unique } } },
}));
