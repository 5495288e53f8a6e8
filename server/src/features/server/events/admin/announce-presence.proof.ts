import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { made } from "../../../../../../test/kit/made-documents.ts";
import { announcePresence } from "./announce-presence.ts";

export const announcePresenceProof = adminProof(announcePresence, async (asker) => ({
  body: { document: (await made(asker)).id, locale: "en" },
}));
