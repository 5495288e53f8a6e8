import { previewCancel } from "./cli/preview-cancel.ts";
import { previewCreate } from "./cli/preview-create.ts";
import { previewList } from "./cli/preview-list.ts";

export const previewCommands = [previewCreate, previewList, previewCancel];
