import { indexedRecords } from "../draft/indexed-records.ts";
import { createDraftStore } from "../draft/draft-store.ts";
import { onLeave } from "./leave.ts";

/** The changes that the server does not have yet, in this browser. Gone when the person signs out. */
export const draftStore = createDraftStore(indexedRecords());

onLeave(() => draftStore.forgetAll());
