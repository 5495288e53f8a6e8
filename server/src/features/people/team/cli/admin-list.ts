import { command } from "../../../../lib/cli/command.ts";

interface ListedAdmin {
  email: string;
  name: string;
  isOperator: boolean;
  isDisabled: boolean;
  hasPassword: boolean;
  hasSecondFactor: boolean;
  /** Slugs, each with the role there. */
  sites: string[];
}

export const adminList = command(
  { name: "admin list", description: "list the people who run sites", input: () => ({}) },
  {
    run: async ({ sql }): Promise<ListedAdmin[]> => {
      const admins = await sql<Omit<ListedAdmin, "sites"> & { sites: string | null }>`
        select
          admins.email,
          admins.name,
          admins.is_operator as "isOperator",
          admins.disabled_at is not null as "isDisabled",
          admins.password_hash is not null as "hasPassword",
          admins.totp_confirmed_at is not null or exists (select from passkeys where passkeys.admin_id = admins.id) as "hasSecondFactor",
          (
            select string_agg(sites.slug || ' ' || members.role, ', ' order by sites.slug)
            from members
            join sites on sites.id = members.site_id
            where members.admin_id = admins.id and sites.deleted_at is null
          )::text as sites
        from admins
        order by admins.email`;
      return admins.map(({ sites, ...admin }) => ({ ...admin, sites: sites?.split(", ") ?? [] }));
    },
    print: (admins) => (admins.length === 0 ? "There are no accounts." : admins.map(line).join("\n")),
  },
);

function line({ email, name, isOperator, isDisabled, hasPassword, hasSecondFactor, sites }: ListedAdmin): string {
  const facts = [
    ...(isOperator ? ["operator"] : []),
    ...(isDisabled ? ["disabled"] : []),
    ...(hasPassword ? [] : ["no password yet"]),
    ...(hasSecondFactor ? ["second factor"] : []),
    ...(sites.length === 0 ? ["no site"] : sites),
  ];
  return `${email}  ${name}  ${facts.join(", ")}`;
}
