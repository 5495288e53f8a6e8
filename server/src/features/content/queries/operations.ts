import { listEntries } from "./public/list-entries.ts";
import { listPages } from "./public/list-pages.ts";

export const queriesOperations = [listPages, listEntries];
