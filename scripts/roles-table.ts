import { permissions, roles, rolesWith } from "../server/src/lib/admin/roles.ts";

/** The guide with the table of roles as the code has it. Throws if the guide has no such table. */
export function withRolesTable(guide: string): string {
  const [before, ...after] = guide.split(/^(?=\| permission +\|)/m);
  const [table, ...rest] = after;
  if (before === undefined || table === undefined || rest.length > 0)
    throw new Error("docs/use/administration.md has to have one table of permissions.");
  const rows = [
    ["permission", ...roles],
    ["---", ...roles.map(() => "---")],
    ...permissions.map((permission) => [`\`${permission}\``, ...roles.map((role) => (rolesWith(permission).includes(role) ? "✓" : ""))]),
  ].map((cells) => `| ${cells.join(" | ")} |`);
  return before + rows.join("\n") + table.slice(table.indexOf("\n\n"));
}
