import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { sessionInvalid } from "../../../../lib/admin/refusals.ts";
import { sessionCookie } from "../../../../lib/admin/session-cookie.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { adminBase, operation } from "../../../../lib/http/operation.ts";
import { problem, ProblemError } from "../../../../lib/http/problem.ts";
import { lockAccount } from "../lock-account.ts";
import { useChallenge } from "../passkeys/challenges.ts";
import { ChallengeId, CreatedCredential } from "../passkeys/credential.ts";
import { mostPasskeys, Passkey, passkeyInvalid, PasskeyName, passkeyOf, type PasskeyRow } from "../passkeys/passkey.ts";
import { relyingParty } from "../passkeys/relying-party.ts";
import { verifyCreated } from "../passkeys/web-authn.ts";
import { recordChangeOfFactors } from "../second-factors/change-of-factors.ts";
import { hasSecondFactor } from "../second-factors/has-second-factor.ts";
import { endSessions, renewSession } from "../sessions.ts";

const tooManyPasskeys = problem("too_many_passkeys", 409, "The account has reached its limit of passkeys");
const passkeyExists = problem("passkey_exists", 409, "This passkey is already registered");

/** Adds a passkey to the own account. */
export const createPasskey = operation(
  {
    id: "createPasskey",
    method: "POST",
    path: `${adminBase}/me/passkeys`,
    access: "session",
    recentSignIn: true,
    cors: "closed",
    limit: "credentials",
    problems: [passkeyInvalid, tooManyPasskeys, passkeyExists],
    tags: ["Self"],
    summary: "Add a passkey",
    description:
      "It signs in without a password, and is asked for after one. With the first second factor all other sessions end, since they never showed one. The " +
      `session gets a new cookie, and a mail tells the person. An account has at most ${mostPasskeys}.`,
    body: Type.Object({ name: PasskeyName, challengeId: ChallengeId, credential: CreatedCredential }, { additionalProperties: false }),
    response: { 201: Single(Passkey) },
  },
  (deps: Deps) => {
    const { sql, clock, ids, publicUrl } = deps;
    const cookie = sessionCookie(publicUrl);
    const party = relyingParty(deps);
    return async (request, reply) => {
      const { admin, body } = request;
      const { name, challengeId, credential } = body;
      const ctx = { now: clock.now(), ids };
      const { now } = ctx;
      const issued = await useChallenge(sql, challengeId, "REGISTER", now);
      const key = issued?.adminId === admin.id ? await verifyCreated(party, issued.challenge, credential) : undefined;
      if (!key) throw new ProblemError(passkeyInvalid, { detail: "Ask for new options, and make a passkey with them." });
      const { credentialId, publicKey, counter, isBackedUp } = key;
      const { added, renewed } = await sql.begin(async (tx) => {
        await lockAccount(tx, admin);
        const [counted] = await tx<{ count: number }>`select count(*)::int as count from passkeys where admin_id = ${admin.id}`;
        if ((counted?.count ?? 0) >= mostPasskeys)
          throw new ProblemError(tooManyPasskeys, { detail: "Remove a passkey that you no longer use." });
        const isFirst = !(await hasSecondFactor(tx, admin.id));
        const [row] = await tx<PasskeyRow>`
          insert into passkeys (id, admin_id, credential_id, public_key, counter, transports, name, is_backed_up, created_at)
          values (
            ${ids.next()}, ${admin.id}, ${credentialId}, ${publicKey}, ${counter}, ${credential.response.transports ?? []}::text[], ${name},
            ${isBackedUp}, ${now}
          )
          on conflict (credential_id) do nothing
          returning id, name, is_backed_up as "isBackedUp", created_at as "createdAt", last_used_at as "lastUsedAt"`;
        if (!row) throw new ProblemError(passkeyExists);
        if (isFirst) await endSessions(tx, admin.id, "REMOVED", now, admin.credential.id);
        const change = { action: "createPasskey", member: "passkeys", notice: "passkey-added", facts: { passkey: name } } as const;
        await recordChangeOfFactors(tx, ctx, request, change);
        return { added: row, renewed: await renewSession(tx, admin.credential.id, now, { confirms: false }) };
      });
      if (!renewed) throw new ProblemError(sessionInvalid);
      void reply.header("set-cookie", cookie.set(renewed.secret, renewed.seconds));
      return { data: passkeyOf(added) };
    };
  },
);
