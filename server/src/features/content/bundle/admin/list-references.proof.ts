import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { pageIdOf } from "../../../../../../test/kit/previews.ts";
import { listReferences } from "./list-references.ts";

export const listReferencesProof = adminProof(listReferences, async ({ server, site }) => ({
  query: { to: await pageIdOf(server, site), pageSize: "10" },
}));
