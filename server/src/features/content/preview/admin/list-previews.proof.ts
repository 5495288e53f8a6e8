import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { listPreviews } from "./list-previews.ts";

export const listPreviewsProof = adminProof(listPreviews, () => ({ query: { pageSize: "10" } }));
