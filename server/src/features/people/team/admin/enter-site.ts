import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { sessionInvalid } from "../../../../lib/admin/refusals.ts";
import { sessionCookie } from "../../../../lib/admin/session-cookie.ts";
import { Instant, Single } from "../../../../lib/http/envelope.ts";
import { adminBase, operation } from "../../../../lib/http/operation.ts";
import { ProblemError, siteNotFound, tooMany } from "../../../../lib/http/problem.ts";
import { countAttempt } from "../../../../lib/limits/attempts.ts";
import { recordChange } from "../../audit/index.ts";
import { renewSession } from "../sessions.ts";
import { notifyAdmin } from "../tasks/admin-notice.ts";
import { lockSite } from "../../../../lib/published/lock-site.ts";

const entryMs = 60 * 60_000;
/** Each is a mail to the owners. */
const entriesOfOperator = { max: 10, windowSeconds: 60 * 60 };
/** A site with more of them has them tell each other. */
const mostTold = 50;

/** Gives an operator the rights of an owner in a site, for an hour. */
export const enterSite = operation(
  {
    id: "enterSite",
    method: "POST",
    path: `${adminBase}/server/sites/{slug}/enter`,
    access: "operator",
    cors: "closed",
    problems: [siteNotFound],
    tags: ["Server"],
    summary: "Enter a site for an hour",
    description:
      "With the rights of an owner. The audit log of the site has it, with the reason, and its owners get a mail. The session gets a new cookie; the earlier " +
      "one ends. A site that was deleted can be entered as long as it is kept.",
    params: Type.Object({ slug: Type.String({ examples: ["acme"] }) }),
    body: Type.Object(
      { reason: Type.String({ minLength: 1, maxLength: 500, pattern: "\\S", description: "For the owners of the site." }) },
      { additionalProperties: false },
    ),
    response: {
      200: Single(Type.Object({ site: Type.String(), reason: Type.String(), expiresAt: Instant }, { additionalProperties: false })),
    },
  },
  ({ sql, clock, ids, publicUrl }: Pick<Deps, "sql" | "clock" | "ids" | "publicUrl">) => {
    const cookie = sessionCookie(publicUrl);

    return async (request, reply) => {
      const { admin, params, body } = request;
      const ctx = { now: clock.now(), ids };
      const expiresAt = new Date(ctx.now.getTime() + entryMs);
      const reason = body.reason.trim();
      const renewed = await sql.begin(async (tx) => {
        const [site] = await tx<{ id: string; name: string }>`select id, name from sites where slug = ${params.slug}`;
        if (!site || !(await lockSite(tx, site.id))) throw new ProblemError(siteNotFound);
        const counted = await countAttempt(tx, site.id, `entries of ${admin.id}`, entriesOfOperator, ctx.now);
        if (!counted.allowed) throw tooMany(counted.retryAfterSeconds);
        await tx`
          insert into operator_entries (id, site_id, admin_id, reason, expires_at, created_at)
          values (${ids.next()}, ${site.id}, ${admin.id}, ${reason}, ${expiresAt}, ${ctx.now})`;
        const target = { type: "site", id: site.id, label: params.slug };
        const changes = [{ member: "reason", to: reason }];
        await recordChange(tx, ctx, { actor: actorOf(request), siteId: site.id, action: "enterSite", target, changes });
        const owners = await tx<{ id: string }>`
          select admin_id as id from members where site_id = ${site.id} and role = 'OWNER' order by created_at, id limit ${mostTold}`;
        const facts = { site: site.name, operator: admin.name, reason };
        for (const { id } of owners) await notifyAdmin(tx, ctx, id, "operator-entered", facts);
        const { credential } = admin;
        if (credential.kind === "TOKEN") return undefined;
        const session = await renewSession(tx, credential.id, ctx.now, { confirms: false });
        if (!session) throw new ProblemError(sessionInvalid);
        return session;
      });
      if (renewed) void reply.header("set-cookie", cookie.set(renewed.secret, renewed.seconds));
      return { data: { site: params.slug, reason, expiresAt: expiresAt.toISOString() } };
    };
  },
);
