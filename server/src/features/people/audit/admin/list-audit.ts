import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { SiteParams, siteBase } from "../../../../lib/admin/site-path.ts";
import { GivenInstant, instantOf, List } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { answerPage, pagingOf, pagingParameters } from "../../../../lib/http/paging.ts";
import { AuditEntry } from "../audit-entry.ts";
import { readAudit } from "../read-audit.ts";

const name = { maxLength: 100, pattern: "^[A-Za-z][A-Za-z0-9 -]*$" };

/** Lists who changed what in a site, the latest first. */
export const listAudit = operation(
  {
    id: "listAudit",
    method: "GET",
    path: `${siteBase}/audit`,
    access: "member",
    permission: "audit:read",
    cors: "closed",
    problems: [],
    tags: ["Audit"],
    summary: "List who changed what, the latest first",
    description: "Entries are kept for `settings.team.auditRetentionDays` days, 400 unless the site sets another number.",
    params: SiteParams,
    query: Type.Object({
      ...pagingParameters(50),
      actor: Type.Optional(Type.String({ format: "uuid", description: "The id of the person who made the change." })),
      action: Type.Optional(Type.String({ ...name, description: "The id of the operation, or the name of the command or job." })),
      target: Type.Optional(
        Type.String({
          maxLength: 300,
          pattern: "^[A-Za-z][A-Za-z-]*(/.+)?$",
          description: "A type of things, as `product`, or one of them, as `product/<id>`.",
        }),
      ),
      from: Type.Optional(GivenInstant),
      to: Type.Optional(Type.String({ ...GivenInstant, description: "Until then, and not at that instant." })),
    }),
    response: { 200: List(AuditEntry) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, query }, reply) => {
      const paging = pagingOf(query);
      const { actor, action, target, from, to } = query;
      const [type, id] = splitTarget(target);
      const filters = {
        actor,
        action,
        type,
        id,
        from: instantOf(from),
        to: instantOf(to),
      };
      const { entries, total } = await readAudit(sql, site.id, filters, paging);
      return answerPage(reply, query, paging, entries, total);
    },
);

/** `product/1` as its type and its id. */
function splitTarget(target: string | undefined): [type: string | undefined, id: string | undefined] {
  if (target === undefined) return [undefined, undefined];
  const slash = target.indexOf("/");
  return slash < 0 ? [target, undefined] : [target.slice(0, slash), target.slice(slash + 1)];
}
