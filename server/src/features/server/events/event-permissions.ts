import type { Permission } from "../../../lib/admin/roles.ts";

/** The permission to read a thing, by its type as in the audit log. */
const byType = new Map<string, Permission>([
  ...(["site", "member", "blockType", "contentType", "form", "preview", "stock", "variant"] as const).map(
    (type) => [type, "site:read"] as const,
  ),
  ...(["page", "entry", "document", "translation", "comment", "review", "release", "trash"] as const).map(
    (type) => [type, "content:read"] as const,
  ),
  ...(["product", "category", "plan"] as const).map((type) => [type, "catalog:read"] as const),
  ["asset", "media:read"],
  ["order", "orders:read"],
  ["payment", "payments:read"],
  ["customer", "customers:read"],
  ["submission", "submissions:read"],
  ["invitation", "members:write"],
  ["key", "keys:write"],
  ["webhook", "webhooks:write"],
  ...(["plugin", "mail", "outbox"] as const).map((type) => [type, "settings:write"] as const),
]);

/** The permission that shows that a thing of this type has changed. Of a type that is not in the list, those know who may read all changes. */
export function permissionToSee(type: string): Permission {
  return byType.get(type) ?? "audit:read";
}
