import { Argument } from "commander";
import { command } from "../../../../lib/cli/command.ts";
import { recordChange } from "../../audit/index.ts";
import { endSessions } from "../sessions.ts";
import { notifyAdmin } from "../tasks/admin-notice.ts";
import { givenAddress, noAccount } from "../given-address.ts";

interface SecondFactorReset {
  email: string;
  /** False: the account had none. */
  removed: boolean;
}

export const adminResetSecondFactor = command(
  {
    name: "admin reset-second-factor",
    description: "remove the second factors of a person who lost them: they sign in with the password alone; a mail tells them",
    arguments: [new Argument("<email>")],
    input: (email: string) => ({ email }),
  },
  {
    run: async ({ sql, clock, ids }, { email: text }): Promise<SecondFactorReset> => {
      const email = givenAddress(text);
      const ctx = { now: clock.now(), ids };
      return sql.begin(async (tx) => {
        const [admin] = await tx<{ id: string; hasTotp: boolean }>`
          select id, totp_secret is not null or totp_confirmed_at is not null as "hasTotp" from admins where email = ${email} for update`;
        if (!admin) throw noAccount(email);
        const passkeys = await tx<{ id: string }>`delete from passkeys where admin_id = ${admin.id} returning id`;
        await tx`delete from recovery_codes where admin_id = ${admin.id}`;
        if (!admin.hasTotp && passkeys.length === 0) return { email, removed: false };
        await tx`
          update admins set
            totp_secret = null, totp_confirmed_at = null, totp_last_step = null, revision = revision + 1, updated_at = ${ctx.now}
          where id = ${admin.id}`;
        await endSessions(tx, admin.id, "REMOVED", ctx.now);
        const target = { type: "admin", id: admin.id };
        const changes = [{ member: "secondFactors" }];
        await recordChange(tx, ctx, { actor: { kind: "CLI" }, siteId: null, action: "admin reset-second-factor", target, changes });
        await notifyAdmin(tx, ctx, admin.id, "second-factors-removed", {});
        return { email, removed: true };
      });
    },
    print: ({ email, removed }) =>
      removed
        ? `Removed the second factors of ${email}, and ended all sessions. A mail tells them.`
        : `The account of ${email} has no second factor.`,
  },
);
