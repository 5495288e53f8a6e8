import { Argument, Option } from "commander";
import { roles, type Role } from "../../../../lib/admin/roles.ts";
import { command, CommandError, UsageError } from "../../../../lib/cli/command.ts";
import { linkWithToken } from "../../../../lib/http/link-base.ts";
import type { WriteContext } from "../../../../lib/published/write-context.ts";
import type { Sql } from "../../../../ports/database.ts";
import { recordChange } from "../../audit/index.ts";
import { addAccount } from "../add-account.ts";
import { issuePasswordLink, passwordPage } from "../admin-links.ts";
import { givenAddress } from "../given-address.ts";

interface Input {
  email: string;
  isOperator: boolean;
  site: string | null;
  role: Role | null;
}

interface AdminCreated {
  email: string;
  /** Somebody with this address had an account. */
  existed: boolean;
  isOperator: boolean;
  site: string | null;
  role: Role | null;
  /** Null: the account has a password. */
  link: string | null;
}

export const adminCreate = command(
  {
    name: "admin create",
    description: "make an account for a person who runs sites, and print a link on which they choose their password",
    arguments: [new Argument("<email>")],
    options: [
      new Option("--operator", "they run the server"),
      new Option("--site <slug>", "they become a member of this site"),
      new Option("--role <role>", "their role in it").choices([...roles]),
    ],
    input: (email: string, { operator = false, site, role }: { operator?: boolean; site?: string; role?: Role }): Input => {
      if ((site === undefined) !== (role === undefined)) throw new UsageError("Give --site and --role together.");
      return { email, isOperator: operator, site: site ?? null, role: role ?? null };
    },
  },
  {
    run: async ({ sql, clock, ids, publicUrl }, { email: text, isOperator, site, role }): Promise<AdminCreated> => {
      const email = givenAddress(text);
      const ctx = { now: clock.now(), ids };
      return sql.begin(async (tx) => {
        const madeId = await addAccount(tx, ctx, { email, passwordHash: null });
        const [admin] = await tx<{ id: string; name: string; hasPassword: boolean; wasOperator: boolean; isDisabled: boolean }>`
          select
            id, name, password_hash is not null as "hasPassword", is_operator as "wasOperator", disabled_at is not null as "isDisabled"
          from admins
          where email = ${email}
          for update`;
        if (!admin) throw new CommandError(`The account of ${email} was removed meanwhile.`);
        if (admin.isDisabled)
          throw new CommandError(`The account of ${email} is disabled. Enable it with: vitrine admin disable ${email} --undo`);
        const becomesOperator = isOperator && !admin.wasOperator;
        if (admin.hasPassword && site === null && !becomesOperator)
          throw new CommandError(`There is an account with the address ${email}.`);
        if (madeId !== undefined || becomesOperator) {
          await tx`
            update admins set is_operator = is_operator or ${isOperator}, revision = revision + 1, updated_at = ${ctx.now}
            where id = ${admin.id}`;
          const changes = becomesOperator ? [{ member: "isOperator", from: false, to: true }] : [];
          const target = { type: "admin", id: admin.id };
          await recordChange(tx, ctx, { actor: { kind: "CLI" }, siteId: null, action: "admin create", target, changes });
        }
        if (site !== null && role !== null) await addMember(tx, ctx, { ...admin, email }, site, role);
        const secret = admin.hasPassword ? null : await issuePasswordLink(tx, ctx, admin.id, "FIRST_PASSWORD");
        const link = secret === null ? null : linkWithToken(passwordPage(publicUrl), secret);
        return { email, existed: madeId === undefined, isOperator: isOperator || admin.wasOperator, site, role, link };
      });
    },
    print: ({ email, existed, isOperator, site, role, link }) =>
      [
        existed ? `${email} had an account.` : `Made an account for ${email}.`,
        ...(isOperator ? ["They run the server as an operator."] : []),
        ...(site === null ? [] : [`They are a member of ${site}, as ${role}.`]),
        ...(link === null ? [] : ["They choose a password here. The link works once, for a day:", link]),
      ].join("\n"),
  },
);

async function addMember(
  tx: Sql,
  ctx: WriteContext,
  admin: { id: string; name: string; email: string },
  slug: string,
  role: Role,
): Promise<void> {
  const [site] = await tx<{ id: string }>`select id from sites where slug = ${slug} and deleted_at is null`;
  if (!site) throw new CommandError(`There is no site "${slug}".`);
  const [member] = await tx<{ id: string }>`
    insert into members (site_id, id, admin_id, role, created_at)
    values (${site.id}, ${ctx.ids.next()}, ${admin.id}, ${role}, ${ctx.now})
    on conflict (site_id, admin_id) do nothing
    returning id`;
  if (!member) throw new CommandError(`${admin.email} is a member of ${slug}.`);
  const target = { type: "member", id: admin.id, label: admin.name };
  const changes = [{ member: "role", to: role }];
  await recordChange(tx, ctx, { actor: { kind: "CLI" }, siteId: site.id, action: "admin create", target, changes });
}
