import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { createRelease } from "./create-release.ts";

export const createReleaseProof = adminProof(createRelease, () => ({ body: { name: "Spring" } }));
