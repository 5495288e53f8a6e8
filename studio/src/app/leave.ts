import type { AdminClient } from "@vitrine/client/admin";
import { queries, studioPath } from "./api.ts";

const endings = new Set<() => Promise<void>>();

/** Registers what must be forgotten when the person signs out: the browser keeps nothing of them. */
export function onLeave(forget: () => Promise<void>): void {
  endings.add(forget);
}

/** Ends the session, and forgets everything that the browser has of it. */
export async function leave(api: AdminClient): Promise<void> {
  await api.session.signOut().catch(() => undefined);
  await Promise.all([...endings].map((forget) => forget()));
  queries.clear();
  location.assign(`${studioPath}/sign-in#out`);
}
