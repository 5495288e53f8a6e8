import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { sessionCookie } from "../../../../lib/admin/session-cookie.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { adminBase, operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { OwnSession, readOwnSession } from "../own-session.ts";
import { useChallenge } from "../passkeys/challenges.ts";
import { ChallengeId, PresentedCredential } from "../passkeys/credential.ts";
import { passkeyInvalid } from "../passkeys/passkey.ts";
import { findPresented, notePasskeyUse } from "../passkeys/presented.ts";
import { relyingParty } from "../passkeys/relying-party.ts";
import { verifyPresented } from "../passkeys/web-authn.ts";
import { startSession } from "../start-session.ts";

/** Exchanges the answer of a passkey for a session. */
export const signInWithPasskey = operation(
  {
    id: "signInWithPasskey",
    method: "POST",
    path: `${adminBase}/session/passkey`,
    access: "signIn",
    cors: "closed",
    limit: "credentials",
    problems: [passkeyInvalid],
    tags: ["Session"],
    summary: "Sign in with a passkey",
    description:
      "Without a password, or as the step after it. It counts as two factors: the device has verified the person. The challenge is used up, whatever the answer is " +
      "worth. The same refusal for an unknown passkey as for a wrong signature.",
    body: Type.Object({ challengeId: ChallengeId, credential: PresentedCredential }, { additionalProperties: false }),
    response: { 201: Single(OwnSession) },
  },
  (deps: Deps) => {
    const { sql, clock, ids, publicUrl } = deps;
    const cookie = sessionCookie(publicUrl);
    const party = relyingParty(deps);
    return async ({ headers, body: { challengeId, credential } }, reply) => {
      const ctx = { now: clock.now(), ids };
      const issued = await useChallenge(sql, challengeId, "SIGN_IN", ctx.now);
      const key = issued && (await findPresented(sql, credential, issued.adminId));
      const verified = key && (await verifyPresented(party, issued.challenge, credential, key));
      const started =
        verified &&
        (await sql.begin(async (tx) => {
          if (!(await notePasskeyUse(tx, key, verified, ctx.now))) return undefined;
          return startSession(tx, ctx, key.adminId, { headers, action: "signInWithPasskey", isComplete: true, publicUrl });
        }));
      const ownSession = started && (await readOwnSession(sql, started.identity, ctx.now));
      if (!ownSession) throw new ProblemError(passkeyInvalid, { detail: "Ask for new options, and use a passkey of an account here." });
      void reply.header("set-cookie", [cookie.set(started.session.secret, started.session.seconds), ...started.cookies]);
      return { data: ownSession };
    };
  },
);
