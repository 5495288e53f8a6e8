import { indexedRecords } from "../draft/indexed-records.ts";
import { createKeeper } from "../draft/keeper.ts";
import { onLeave } from "./leave.ts";

/** The changes that the server does not have yet, in this browser. Gone when the person signs out. */
export const keeper = createKeeper(indexedRecords());

onLeave(() => keeper.forgetAll());
