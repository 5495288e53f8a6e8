import { expect, test } from "vitest";
import { cappedPermissions, mayGrant, permissions, permissionsOf, roles, rolesWith } from "./roles.ts";

test("a role has the permissions of its column, and a permission the roles of its line", () => {
  for (const role of roles)
    for (const permission of permissions) expect(permissionsOf(role).has(permission)).toBe(rolesWith(permission).includes(role));
  expect([...permissionsOf("VIEWER")]).toEqual(["site:read", "content:read", "media:read", "catalog:read"]);
  expect(permissionsOf("SALES").has("content:write")).toBe(false);
  expect(permissionsOf("EDITOR").has("orders:read")).toBe(false);
  expect(permissions.filter((one) => !permissionsOf("ADMIN").has(one))).toEqual(["owners:write", "plugins:secrets", "site:delete"]);
  expect(permissionsOf("OWNER").size).toBe(permissions.length);
});

test("a token never has more than its owner, nor more than its cap", () => {
  for (const role of roles) {
    for (const cap of roles) {
      const both = cappedPermissions(role, cap);
      for (const permission of permissions)
        expect(both.has(permission)).toBe(permissionsOf(role).has(permission) && permissionsOf(cap).has(permission));
    }
  }
});

test("nobody grants a right that they lack", () => {
  const granted = (by: (typeof roles)[number]) => roles.filter((role) => mayGrant(permissionsOf(by), role));
  expect(granted("OWNER")).toEqual(roles);
  expect(granted("ADMIN")).toEqual(["VIEWER", "AUTHOR", "EDITOR", "SALES", "ADMIN"]);
  expect(granted("SALES")).toEqual(["VIEWER", "SALES"]);
  expect(granted("EDITOR")).toEqual(["VIEWER", "AUTHOR", "EDITOR"]);
});
