import { Argument, Option } from "commander";
import { command } from "../../../lib/cli/command.ts";
import { recordChange } from "../../audit/index.ts";
import { endSessions } from "../sessions.ts";
import { givenAddress, noAccount } from "../given-address.ts";

interface AdminDisabled {
  email: string;
  isDisabled: boolean;
  /** Sessions that it ended. */
  sessions: number;
}

export const adminDisable = command(
  {
    name: "admin disable",
    description: "keep a person who runs sites from signing in, and end all sessions of theirs; their tokens open nothing meanwhile",
    arguments: [new Argument("<email>")],
    options: [new Option("--undo", "let them sign in again; their tokens are good again")],
    input: (email: string, { undo = false }: { undo?: boolean }) => ({ email, isDisabled: !undo }),
  },
  {
    run: async ({ sql, clock, ids }, { email: text, isDisabled }): Promise<AdminDisabled> => {
      const email = givenAddress(text);
      const now = clock.now();
      return sql.begin(async (tx) => {
        const [admin] = await tx<{ id: string; wasDisabled: boolean }>`
          select id, disabled_at is not null as "wasDisabled" from admins where email = ${email} for update`;
        if (!admin) throw noAccount(email);
        if (admin.wasDisabled === isDisabled) return { email, isDisabled, sessions: 0 };
        await tx`
          update admins set disabled_at = ${isDisabled ? now : null}, revision = revision + 1, updated_at = ${now} where id = ${admin.id}`;
        const sessions = isDisabled ? await endSessions(tx, admin.id, "DISABLED", now) : 0;
        if (isDisabled) await tx`delete from admin_links where admin_id = ${admin.id} and used_at is null`;
        const target = { type: "admin", id: admin.id };
        const changes = [{ member: "isDisabled", from: !isDisabled, to: isDisabled }];
        await recordChange(tx, { now, ids }, { actor: { kind: "CLI" }, siteId: null, action: "admin disable", target, changes });
        return { email, isDisabled, sessions };
      });
    },
    print: ({ email, isDisabled, sessions }) =>
      isDisabled ? `${email} cannot sign in. Ended sessions: ${sessions}.` : `${email} can sign in again.`,
  },
);
