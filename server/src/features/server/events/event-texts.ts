import type { Permission } from "../../../lib/admin/roles.ts";
import type { StoredEvent } from "../../../lib/events/site-events.ts";
import { isSeenIn, type Snapshot } from "../../../lib/events/snapshot.ts";
import { permissionToSee } from "./event-permissions.ts";
import type { PeopleAt } from "./site-presences.ts";

/** One event as a stream sends it, without the end (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
export interface EventText {
  text: string;
  /** The permission to see it. */
  permission: Permission;
  /** Of the change; absent: a state, which may be sent again. */
  transaction?: bigint;
}

/** The names of people by their ids. */
export type Names = ReadonlyMap<string, string>;

/** A change, for those who may read what was changed. */
export function changeText({ kind, type, targetId: id, locale, revision, adminId, transaction }: StoredEvent, names: Names): EventText {
  const name = adminId === null ? undefined : names.get(adminId);
  const by = adminId !== null && name !== undefined ? { id: adminId, name } : null;
  const data = kind === "removed" ? { type, id } : { type, id, ...(locale === null ? {} : { locale }), revision, by };
  return { text: lines(kind, data), permission: permissionToSee(type), transaction: BigInt(transaction) };
}

/** The people at a document. */
export function presenceText({ document, locale, adminIds }: PeopleAt, names: Names): EventText {
  const admins = adminIds.flatMap((id) => (names.has(id) ? [{ id, name: names.get(id) }] : []));
  return { text: lines("presence", { document, locale, admins }), permission: "content:read" };
}

// JSON has no line breaks of its own.
function lines(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n`;
}

/**
 * The text for one follower: what they may see and have not seen. Only the last event has the id: if the connection ends in between, all of them are
 * sent again. Undefined: there is nothing.
 */
export function textFor(
  texts: readonly EventText[],
  { permissions, seen, id }: { permissions: ReadonlySet<Permission>; seen: Snapshot; id: string },
): string | undefined {
  const permittedTexts = texts.filter(({ permission, transaction }) => {
    return permissions.has(permission) && (transaction === undefined || !isSeenIn(seen, transaction));
  });
  return permittedTexts.length === 0 ? undefined : `${permittedTexts.map(({ text }) => text).join("\n")}${idText(id)}`;
}

/** An id, of the event before it or without one. */
export function idText(id: string): string {
  return `id: ${id}\n\n`;
}

export const resetText = lines("reset", {});
export const pingText = lines("ping", {});
