import { announcePresence } from "./admin/announce-presence.ts";
import { followEvents } from "./admin/follow-events.ts";

export const eventsOperations = [followEvents, announcePresence];
