import { mediaCheck } from "./cli/media-check.ts";
import { mediaCopy } from "./cli/media-copy.ts";
import { mediaImport } from "./cli/media-import.ts";

export const mediaCommands = [mediaImport, mediaCheck, mediaCopy];
