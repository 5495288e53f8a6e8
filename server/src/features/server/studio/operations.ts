import { authFiles, authPages } from "./get-auth-pages.ts";
import { getStudioFile } from "./get-studio-file.ts";
import { studioPages } from "./get-studio.ts";

export const studioOperations = [...studioPages, getStudioFile, ...authPages, ...authFiles];
