import { doorFiles, doorPages } from "./get-door-pages.ts";
import { getStudioFile } from "./get-studio-file.ts";
import { studioPages } from "./get-studio.ts";

export const studioOperations = [...studioPages, getStudioFile, ...doorPages, ...doorFiles];
