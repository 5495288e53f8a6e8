import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { followEvents } from "./follow-events.ts";

export const followEventsProof = adminProof(followEvents);
