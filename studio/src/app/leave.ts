import type { AdminClient } from "@vitrine/client/admin";
import { queries, studioPath } from "./api.ts";

/** Where the browser remembers small things for the person, such as the columns of a list. */
export const rememberedKey = "vitrine-studio";

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
  try {
    localStorage.removeItem(rememberedKey);
  } catch {
    // Some private windows store nothing.
  }
  location.assign(`${studioPath}/sign-in#out`);
}
