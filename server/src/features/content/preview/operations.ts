import { cancelPreview } from "./admin/cancel-preview.ts";
import { getIssuedPreview } from "./admin/get-issued-preview.ts";
import { issuePreview } from "./admin/issue-preview.ts";
import { listPreviews } from "./admin/list-previews.ts";
import { resolvePage } from "./admin/resolve-page.ts";
import { getPreview } from "./public/get-preview.ts";

export const previewOperations = [getPreview, issuePreview, listPreviews, getIssuedPreview, cancelPreview, resolvePage];
