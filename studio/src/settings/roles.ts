import type { Member } from "@vitrine/client/admin";
import { texts } from "../app/texts.ts";

export type Role = Member["role"];

/** Each has less rights than those after it, but SALES, which has others than AUTHOR and EDITOR. */
export const roles: readonly Role[] = ["VIEWER", "AUTHOR", "EDITOR", "SALES", "ADMIN", "OWNER"];

/** The roles that somebody may give, to choose from. */
export function rolesToGive(may: (permission: string) => boolean) {
  return roles
    .filter((role) => role !== "OWNER" || may("owners:write"))
    .map((id) => ({ id, label: texts.roles[id], detail: texts.team.roleTexts[id] }));
}
