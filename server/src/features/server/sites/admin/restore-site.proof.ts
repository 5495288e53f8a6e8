import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { markDeleted } from "../../../../../../test/kit/admins.ts";
import { restoreSite } from "./restore-site.ts";

export const restoreSiteProof = adminProof(
  restoreSite,
  async ({ server, site }) => {
    await markDeleted(server, site);
    return {};
  },
  { consumesSite: true },
);
