import { Argument, Option } from "commander";
import { command } from "../../../../lib/cli/command.ts";
import { givenAddress, noAccount } from "../given-address.ts";
import { changeAdmin, type LockedAdmin } from "../server/change-admin.ts";

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
      return sql.begin(async (tx) => {
        const [admin] = await tx<LockedAdmin>`
          select id, is_operator as "isOperator", disabled_at is not null as "isDisabled" from admins where email = ${email} for update`;
        if (!admin) throw noAccount(email);
        const by = { actor: { kind: "CLI" }, action: "admin disable" } as const;
        return { email, isDisabled, sessions: await changeAdmin(tx, { now: clock.now(), ids }, by, admin, { isDisabled }) };
      });
    },
    print: ({ email, isDisabled, sessions }) =>
      isDisabled ? `${email} cannot sign in. Ended sessions: ${sessions}.` : `${email} can sign in again.`,
  },
);
