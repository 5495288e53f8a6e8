import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { listReleases } from "./list-releases.ts";

export const listReleasesProof = adminProof(listReleases, () => ({ query: { pageSize: "10", state: "OPEN" } }));
