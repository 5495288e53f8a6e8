import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { sessionCookie } from "../../../../lib/admin/session-cookie.ts";
import { mailedTokenInvalid } from "../../../../lib/http/credential-problems.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { adminBase, operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { OwnSession, readOwnSession } from "../own-session.ts";
import { startByLink } from "../sign-in-link.ts";
import { MoreNeeded } from "../start-session.ts";

/** Exchanges the token of the link that a server on a laptop prints for a session. */
export const signInWithLink = operation(
  {
    id: "signInWithLink",
    method: "POST",
    path: `${adminBase}/session/link`,
    access: "signIn",
    cors: "closed",
    limit: "credentials",
    problems: [mailedTokenInvalid],
    tags: ["Session"],
    summary: "Sign in with the link that `npm start` prints",
    description:
      "In place of the password, once and within a day. Only a server on the embedded database at a loopback address prints such links and takes them; any other " +
      "one answers as for an unknown token.",
    body: Type.Object(
      { token: Type.String({ maxLength: 500, description: "From the link, behind its `#`." }) },
      { additionalProperties: false },
    ),
    response: { 200: Single(MoreNeeded), 201: Single(OwnSession) },
  },
  (deps: Deps) => {
    const { sql, clock, ids, isPrivate, publicUrl } = deps;
    const cookie = sessionCookie(publicUrl);
    return async ({ headers, body: { token } }, reply) => {
      const ctx = { now: clock.now(), ids };
      const started = isPrivate ? await startByLink(deps, ctx, token, { headers, action: "signInWithLink" }) : undefined;
      const ownSession = started && (await readOwnSession(sql, started.identity, ctx.now));
      if (!ownSession)
        throw new ProblemError(mailedTokenInvalid, { detail: "Start the server again for another link, or sign in with a password." });
      void reply.header("set-cookie", [cookie.set(started.session.secret, started.session.seconds), ...started.cookies]);
      const { methods } = started;
      if (methods.length > 0) return { data: { state: "SECOND_FACTOR" as const, methods } };
      void reply.code(201);
      return { data: ownSession };
    };
  },
);
