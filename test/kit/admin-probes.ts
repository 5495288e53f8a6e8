import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { permissions } from "../../server/src/lib/admin/roles.ts";
import { siteBase, siteSlug } from "../../server/src/lib/admin/site-path.ts";
import { Single } from "../../server/src/lib/http/envelope.ts";
import { adminBase, type Operation, type OperationSpec } from "../../server/src/lib/http/operation.ts";

// Operations of the admin API that say who asked: for each permission (some have no operation yet), access and condition.

const Seen = Single(Type.Object({ admin: Type.String(), site: Type.Union([Type.String(), Type.Null()]) }));

function probe(id: string, words: Pick<OperationSpec, "method" | "access"> & Partial<OperationSpec>): Operation<object> {
  const path = words.access === "member" ? `${siteBase}/${id}` : `${adminBase}/${id}`;
  const common = { id, path, cors: "closed", problems: [], tags: [], summary: id, response: { 200: Seen } } as const;
  const params = words.access === "member" ? { params: Type.Object({ ...siteSlug }) } : {};
  const answer = async (request: FastifyRequest) => {
    const site = words.access === "member" ? request.member.site.slug : null;
    return { data: { admin: words.access === "signIn" ? "" : request.admin.email, site } };
  };
  return { ...common, ...params, ...words, behaviour: () => answer };
}

const byPermission = permissions.flatMap((permission) =>
  (["GET", "POST"] as const).map((method) =>
    probe(`${method.toLowerCase()}-${permission.replace(":", "-")}`, { method, access: "member", permission }),
  ),
);
const byAccess = (["GET", "POST", "PUT", "PATCH", "DELETE"] as const).flatMap((method) => [
  ...(["signIn", "pendingSecondFactor", "admin", "session", "operator"] as const).map((access) =>
    probe(`${method.toLowerCase()}-${access}`, { method, access }),
  ),
  probe(`${method.toLowerCase()}-recent`, { method, access: "session", recentSignIn: true }),
  probe(`${method.toLowerCase()}-recent-member`, { method, access: "member", permission: "plugins:secrets", recentSignIn: true }),
  probe(`${method.toLowerCase()}-member`, { method, access: "member", permission: "content:write" }),
]);
const special = [
  probe("while-deleted", { method: "POST", access: "member", permission: "site:delete", whileDeleted: true }),
  probe("change", { method: "PUT", access: "member", permission: "content:write", conditional: "change" }),
];
/** Each is answered with the sender and the site. */
export const adminProbes: readonly Operation<object>[] = [...byPermission, ...byAccess, ...special];
