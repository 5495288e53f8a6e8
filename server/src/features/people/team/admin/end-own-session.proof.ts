import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { addSession } from "../../../../../../test/kit/admins.ts";
import { endOwnSession } from "./end-own-session.ts";

export const endOwnSessionProof = adminProof(endOwnSession, async ({ server, sender }) => ({
  params: { id: (await addSession(server, sender.id)).sessionId },
}));
