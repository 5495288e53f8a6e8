import { getPreview } from "./public/get-preview.ts";

export const previewOperations = [getPreview];
