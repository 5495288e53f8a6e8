import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { sessionInvalid, sessionMissing } from "../../../../lib/admin/refusals.ts";
import { sessionCookie } from "../../../../lib/admin/session-cookie.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { adminBase, operation } from "../../../../lib/http/operation.ts";
import { invalidMember, ProblemError } from "../../../../lib/http/problem.ts";
import { adminsGroup } from "../../../../lib/limits/password-limiter.ts";
import { NewPassword, normalPassword, refuseCommonPassword } from "../../../../lib/secrets/password.ts";
import { emailTaken } from "../../../../lib/text/given-email.ts";
import { languageOf } from "../../../../lib/text/language.ts";
import { addAccount } from "../add-account.ts";
import { findSignedIn } from "../find-signed-in.ts";
import { lockAccount } from "../lock-account.ts";
import { acceptFor, invitationForAnother } from "../members/accept.ts";
import { invitationNotFound } from "../members/invitation.ts";
import { findInvitation, type OpenInvitation } from "../members/invitation-link.ts";
import { AdminName, OwnSession, readOwnSession } from "../own-session.ts";
import { renewSession } from "../sessions.ts";
import { startSession } from "../start-session.ts";

/** Makes a person a member of the site that they were invited to, with a new account or the one that they are signed in to. */
export const acceptInvitation = operation(
  {
    id: "acceptInvitation",
    method: "POST",
    path: `${adminBase}/invitations/{token}/accept`,
    access: "signIn",
    cors: "closed",
    limit: "credentials",
    problems: [invitationNotFound, invitationForAnother, emailTaken, sessionMissing, sessionInvalid],
    tags: ["Self"],
    summary: "Accept an invitation",
    description:
      "With a name and a password: makes an account of the invited address, and signs in (201). With an empty body: for the account of the session, which must " +
      "have the invited address (200). The session gets a new cookie in either case. If two requests arrive at once, one of them succeeds.",
    params: Type.Object({ token: Type.String({ description: "From the link. It works once." }) }),
    body: Type.Object({ name: Type.Optional(AdminName), password: Type.Optional(NewPassword) }, { additionalProperties: false }),
    response: { 200: Single(OwnSession), 201: Single(OwnSession) },
  },
  (deps: Deps) => {
    const { sql, clock, ids, passwords, publicUrl } = deps;
    const cookie = sessionCookie(publicUrl);

    return async ({ headers, client, params: { token }, body: { name, password } }, reply) => {
      const invitation = await findInvitation(sql, token, clock.now());
      if (!invitation) throw new ProblemError(invitationNotFound);
      const isNew = name !== undefined || password !== undefined;
      const { session, identity, cookies } = isNew ? await acceptAsNew(invitation) : await acceptAsOneself();
      const ownSession = await readOwnSession(sql, identity, clock.now());
      if (!ownSession) throw new ProblemError(sessionInvalid);
      void reply.header("set-cookie", [cookie.set(session.secret, session.seconds), ...cookies]).code(isNew ? 201 : 200);
      return { data: ownSession };

      async function acceptAsNew({ email, hasAccount, locale }: OpenInvitation) {
        if (name === undefined) throw invalidMember("/name", "required", "must be given beside a password");
        if (password === undefined) throw invalidMember("/password", "required", "must be given beside a name");
        // Hashing is expensive: what is refused must not cause it.
        if (hasAccount) throw new ProblemError(emailTaken, { detail: "Sign in, and accept with an empty body." });
        refuseCommonPassword(password, email, "/password");
        const passwordHash = await passwords.turn({ group: adminsGroup, client }, ({ hash }) => hash(normalPassword(password)));
        const ctx = { now: clock.now(), ids };
        return sql.begin(async (tx) => {
          const id = await addAccount(tx, ctx, { email, passwordHash, name, locale: languageOf(locale) });
          if (id === undefined) throw new ProblemError(emailTaken, { detail: "Sign in, and accept with an empty body." });
          await acceptFor(tx, ctx, token, { id, name, email });
          const start = { headers, action: "acceptInvitation", isComplete: true, isFirst: true, publicUrl } as const;
          return startSession(tx, ctx, id, start);
        });
      }

      async function acceptAsOneself() {
        const ctx = { now: clock.now(), ids };
        const admin = await findSignedIn(sql, cookie.read(headers), ctx.now);
        return sql.begin(async (tx) => {
          await lockAccount(tx, admin);
          const [account] = await tx<{ id: string; name: string; email: string }>`
            select id, name, email from admins where id = ${admin.id}`;
          if (!account) throw new ProblemError(sessionInvalid);
          await acceptFor(tx, ctx, token, account);
          const renewed = await renewSession(tx, admin.credential.id, ctx.now, { confirms: false });
          if (!renewed) throw new ProblemError(sessionInvalid);
          return { session: renewed, identity: admin, cookies: [] };
        });
      }
    };
  },
);
