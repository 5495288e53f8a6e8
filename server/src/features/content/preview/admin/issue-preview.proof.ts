import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { pageIdOf } from "../../../../../../test/kit/previews.ts";
import { issuePreview } from "./issue-preview.ts";

export const issuePreviewProof = adminProof(issuePreview, async ({ server, site }) => ({ body: { page: await pageIdOf(server, site) } }));
