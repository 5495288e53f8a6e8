import type { Deps } from "../../../../deps.ts";
import { sessionCookie } from "../../../../lib/admin/session-cookie.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { adminBase, operation } from "../../../../lib/http/operation.ts";
import type { Sql } from "../../../../ports/database.ts";
import { findPersonOfSession } from "../find-person.ts";
import { issueChallenge } from "../passkeys/challenges.ts";
import { requestOptions, RequestOptions } from "../passkeys/options.ts";
import { readCredentials } from "../passkeys/passkey.ts";
import { relyingParty } from "../passkeys/relying-party.ts";

/** Makes a challenge for a sign-in with a passkey. */
export const startPasskeySignIn = operation(
  {
    id: "startPasskeySignIn",
    method: "POST",
    path: `${adminBase}/session/passkey/options`,
    access: "signIn",
    cors: "closed",
    limit: "credentials",
    problems: [],
    tags: ["Session"],
    summary: "Begin to sign in with a passkey",
    description:
      "The challenge is good for five minutes and for one answer. Nobody says who they are: the browser offers the passkeys that it has. In a sign-in that waits for " +
      "its second factor, only the passkeys of that account are good.",
    response: { 200: Single(RequestOptions) },
  },
  (deps: Deps) => {
    const { sql, clock, ids, publicUrl } = deps;
    const cookie = sessionCookie(publicUrl);
    const party = relyingParty(deps);
    return async ({ headers }) => {
      const ctx = { now: clock.now(), ids };
      const adminId = await adminBeforeSecondFactor(sql, cookie.read(headers), ctx.now);
      const challenge = await issueChallenge(sql, ctx, "SIGN_IN", adminId);
      return { data: requestOptions(party, challenge, adminId === null ? [] : await readCredentials(sql, adminId)) };
    };
  },
);

/** The account of a sign-in that waits for its second factor. Null: there is no such sign-in. */
async function adminBeforeSecondFactor(sql: Sql, secrets: readonly string[], now: Date): Promise<string | null> {
  const person = await findPersonOfSession(sql, secrets, undefined, now);
  return person?.is === "pendingSecondFactor" ? person.admin.id : null;
}
