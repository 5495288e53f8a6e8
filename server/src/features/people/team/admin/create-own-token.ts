import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { newAccessToken } from "../../../../lib/admin/access-token.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { roles } from "../../../../lib/admin/roles.ts";
import { GivenInstant, Single } from "../../../../lib/http/envelope.ts";
import { adminBase, operation } from "../../../../lib/http/operation.ts";
import { invalidMember, problem, ProblemError, siteNotFound } from "../../../../lib/http/problem.ts";
import { sha256 } from "../../../../lib/secrets/secret.ts";
import type { Sql } from "../../../../ports/database.ts";
import { recordChange } from "../../audit/index.ts";
import { lockAccount } from "../lock-account.ts";
import { NewToken, TokenName } from "../own-token.ts";
import { notifyAdmin } from "../tasks/admin-notice.ts";

const tooManyTokens = problem("too_many_tokens", 409, "The account has reached its limit of personal access tokens");
/** Far more than a person can keep apart. */
const mostTokens = 100;

/** Makes a personal access token, and shows it this once. */
export const createOwnToken = operation(
  {
    id: "createOwnToken",
    method: "POST",
    path: `${adminBase}/me/tokens`,
    access: "session",
    cors: "closed",
    problems: [tooManyTokens, siteNotFound],
    tags: ["Self"],
    summary: "Make a personal access token",
    description: `The token is in this answer, and nowhere else. An account has at most ${mostTokens} that are good. A mail tells its owner of each.`,
    body: Type.Object(
      {
        name: TokenName,
        role: Type.Enum([...roles], { description: "Caps your role in each site, at the time of each request." }),
        expiresAt: Type.String({ ...GivenInstant, description: "At most a year from now." }),
        site: Type.Optional(Type.String({ maxLength: 100, description: "The slug of the only site that it opens. Absent: all of yours." })),
      },
      { additionalProperties: false },
    ),
    response: { 201: Single(NewToken) },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { admin, body } = request;
      const { name, role, site = null } = body;
      const now = clock.now();
      const expiresAt = new Date(body.expiresAt);
      if (expiresAt <= now) throw invalidMember("/expiresAt", "past", "must be in the future");
      if (expiresAt > aYearAfter(now)) throw invalidMember("/expiresAt", "too_late", "must be within a year");
      const token = newAccessToken();
      const [id, lastFour] = [ids.next(), token.slice(-4)];
      await sql.begin(async (tx) => {
        await lockAccount(tx, admin);
        const siteId = site === null ? null : await siteOf(tx, admin.id, site);
        const [counted] = await tx<{ count: number }>`
          select count(*)::int as count from admin_tokens where admin_id = ${admin.id} and revoked_at is null and expires_at > ${now}`;
        if ((counted?.count ?? 0) >= mostTokens)
          throw new ProblemError(tooManyTokens, { detail: "Revoke a token that you no longer need." });
        await tx`
          insert into admin_tokens (id, admin_id, token_hash, name, last_four, role, site_id, expires_at, created_at)
          values (${id}, ${admin.id}, ${sha256(token)}, ${name}, ${lastFour}, ${role}, ${siteId}, ${expiresAt}, ${now})`;
        const changes = Object.entries({ role, site, expiresAt: expiresAt.toISOString() }).map(([member, to]) => ({ member, to }));
        const change = {
          actor: actorOf(request),
          siteId: null,
          action: "createOwnToken",
          target: { type: "token", id, label: name },
          changes,
        };
        await recordChange(tx, { now, ids }, change);
        await notifyAdmin(tx, { now, ids }, admin.id, "new-token", { token: name });
      });
      const times = { createdAt: now.toISOString(), expiresAt: expiresAt.toISOString(), lastUsedAt: null };
      return { data: { id, name, role, site, lastFour, ...times, token } };
    },
);

/** The site of a slug, if the person is a member of it. Throws `site_not_found`. */
async function siteOf(tx: Sql, adminId: string, slug: string): Promise<string> {
  const [site] = await tx<{ id: string }>`
    select sites.id
    from sites
    join members on members.site_id = sites.id and members.admin_id = ${adminId}
    where sites.slug = ${slug} and sites.deleted_at is null`;
  if (!site) throw new ProblemError(siteNotFound);
  return site.id;
}

function aYearAfter(now: Date): Date {
  const then = new Date(now);
  then.setUTCFullYear(now.getUTCFullYear() + 1);
  return then;
}
