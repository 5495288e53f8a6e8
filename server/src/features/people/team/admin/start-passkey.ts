import type { Deps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { adminBase, operation } from "../../../../lib/http/operation.ts";
import { lockAccount } from "../lock-account.ts";
import { issueChallenge } from "../passkeys/challenges.ts";
import { creationOptions, CreationOptions } from "../passkeys/options.ts";
import { readCredentials } from "../passkeys/passkey.ts";
import { relyingParty } from "../passkeys/relying-party.ts";

/** Makes a challenge for a new passkey of the own account. */
export const startPasskey = operation(
  {
    id: "startPasskey",
    method: "POST",
    path: `${adminBase}/me/passkeys/options`,
    access: "session",
    recentSignIn: true,
    cors: "closed",
    problems: [],
    tags: ["Self"],
    summary: "Begin to add a passkey",
    description: "The challenge is good for five minutes and for one answer; a later one takes its place.",
    response: { 200: Single(CreationOptions) },
  },
  (deps: Deps) => {
    const { sql, clock, ids } = deps;
    const party = relyingParty(deps);
    return async ({ admin }) => {
      const ctx = { now: clock.now(), ids };
      return sql.begin(async (tx) => {
        await lockAccount(tx, admin);
        const challenge = await issueChallenge(tx, ctx, "REGISTER", admin.id);
        return { data: creationOptions(party, challenge, admin, await readCredentials(tx, admin.id)) };
      });
    };
  },
);
