import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { Instant, List, Uuid } from "../../../../lib/http/envelope.ts";
import { adminBase, operation } from "../../../../lib/http/operation.ts";
import { answerPage, offsetOf, pagingOf, pagingParameters } from "../../../../lib/http/paging.ts";
import { idleMs } from "../session-times.ts";

const ListedSession = Type.Object(
  {
    id: Uuid,
    browser: Type.String({ description: "The browser and its system.", examples: ["Firefox, Linux"] }),
    current: Type.Boolean({ description: "The session of this request." }),
    createdAt: Instant,
    lastSeenAt: Type.String({ ...Instant, description: "The time of its latest request, to the minute." }),
    expiresAt: Type.String({
      ...Instant,
      description: "Unless it is used before: 14 days after its latest request, and 90 days after the sign-in at most.",
    }),
  },
  { additionalProperties: false },
);

/** Lists where the person is signed in, the latest use first. */
export const listOwnSessions = operation(
  {
    id: "listOwnSessions",
    method: "GET",
    path: `${adminBase}/me/sessions`,
    access: "session",
    cors: "closed",
    problems: [],
    tags: ["Self"],
    summary: "List where you are signed in",
    query: Type.Object(pagingParameters(50)),
    response: { 200: List(ListedSession) },
  },
  ({ sql, clock }: Pick<Deps, "sql" | "clock">) =>
    async ({ admin, query }, reply) => {
      const paging = pagingOf(query);
      const now = clock.now();
      const idleSince = new Date(now.getTime() - idleMs);
      const [counted] = await sql<{ total: number }>`
        select count(*)::int as total
        from admin_sessions
        where admin_id = ${admin.id} and state = 'FULL' and ended_at is null and expires_at > ${now} and last_seen_at > ${idleSince}`;
      const rows = await sql<{ id: string; browser: string; createdAt: Date; lastSeenAt: Date; expiresAt: Date }>`
        select id, label as browser, created_at as "createdAt", last_seen_at as "lastSeenAt", expires_at as "expiresAt"
        from admin_sessions
        where admin_id = ${admin.id} and state = 'FULL' and ended_at is null and expires_at > ${now} and last_seen_at > ${idleSince}
        order by last_seen_at desc, id desc
        limit ${paging.pageSize} offset ${offsetOf(paging)}`;
      const sessions = rows.map(({ id, browser, createdAt, lastSeenAt, expiresAt }) => ({
        id,
        browser,
        current: id === admin.credential.id,
        createdAt: createdAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
        expiresAt: new Date(Math.min(expiresAt.getTime(), lastSeenAt.getTime() + idleMs)).toISOString(),
      }));
      return answerPage(reply, query, paging, sessions, counted?.total ?? 0);
    },
);
