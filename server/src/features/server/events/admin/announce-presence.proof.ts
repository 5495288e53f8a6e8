import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { createDraftPage } from "../../../../../../test/kit/made-documents.ts";
import { announcePresence } from "./announce-presence.ts";

export const announcePresenceProof = adminProof(announcePresence, async (asker) => ({
  body: { document: (await createDraftPage(asker)).id, locale: "en" },
}));
