/** Roles of members, and what each may do: the one table that the pipeline, the documentation and the tests read. */

/** From the one with the fewest rights; AUTHOR, EDITOR and SALES are not above one another in all of theirs. */
export const roles = ["VIEWER", "AUTHOR", "EDITOR", "SALES", "ADMIN", "OWNER"] as const;
export type Role = (typeof roles)[number];

const everyone = roles;
const writers = ["AUTHOR", "EDITOR", "ADMIN", "OWNER"] as const;
const publishers = ["EDITOR", "ADMIN", "OWNER"] as const;
const shopkeepers = ["EDITOR", "SALES", "ADMIN", "OWNER"] as const;
const sellers = ["SALES", "ADMIN", "OWNER"] as const;
const admins = ["ADMIN", "OWNER"] as const;
const owners = ["OWNER"] as const;

const holders = {
  "site:read": everyone,
  "content:read": everyone,
  "media:read": everyone,
  "catalog:read": everyone,
  "content:write": writers,
  "media:write": writers,
  "previews:write": writers,
  "content:publish": publishers,
  "catalog:write": shopkeepers,
  "stock:write": sellers,
  "orders:read": sellers,
  "orders:write": sellers,
  "payments:read": sellers,
  "customers:read": sellers,
  "orders:refund": admins,
  "customers:write": admins,
  "customers:export": admins,
  "customers:erase": admins,
  "submissions:read": shopkeepers,
  "forms:write": publishers,
  "model:write": admins,
  "settings:write": admins,
  "keys:write": admins,
  "webhooks:write": admins,
  "audit:read": admins,
  "bundle:read": admins,
  "bundle:write": admins,
  "members:write": admins,
  "owners:write": owners,
  "plugins:secrets": owners,
  "site:delete": owners,
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof holders;
export const permissions = Object.keys(holders) as readonly Permission[];

/** The roles that have the permission, in the order of `roles`. */
export function rolesWith(permission: Permission): readonly Role[] {
  return holders[permission];
}

const byRole = new Map<Role, ReadonlySet<Permission>>(
  roles.map((role) => [role, new Set(permissions.filter((permission) => (holders[permission] as readonly Role[]).includes(role)))]),
);

/** The permissions of a role. */
export function permissionsOf(role: Role): ReadonlySet<Permission> {
  const rolePermissions = byRole.get(role);
  if (!rolePermissions) throw new Error(`There is no role ${role}.`);
  return rolePermissions;
}

/** The permissions of a member through a token: those that both roles have. */
export function cappedPermissions(role: Role, cap: Role): ReadonlySet<Permission> {
  const capped = permissionsOf(cap);
  return new Set([...permissionsOf(role)].filter((permission) => capped.has(permission)));
}

/** Whether someone with these permissions may grant the role, or take it away: nobody grants a right that they lack. */
export function mayGrant(ownPermissions: ReadonlySet<Permission>, role: Role): boolean {
  return [...permissionsOf(role)].every((permission) => ownPermissions.has(permission));
}
