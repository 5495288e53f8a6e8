import { lockSite } from "../../../../lib/published/lock-site.ts";
import { Argument, Option } from "commander";
import { command, CommandError } from "../../../../lib/cli/command.ts";
import type { WriteContext } from "../../../../lib/published/write-context.ts";
import { removeTasksOfNoSite } from "../../../../lib/tasks/outbox.ts";
import type { Database, Sql } from "../../../../ports/database.ts";
import { noUuid } from "../../../../lib/text/uuid.ts";
import { eraseActor, recordChange } from "../../audit/index.ts";
import { sendAdminEmailCode } from "../tasks/admin-email-code.ts";
import { sendAdminLink } from "../tasks/admin-link.ts";
import { sendAdminNotice } from "../tasks/admin-notice.ts";
import { sendFirstLink } from "../tasks/first-link.ts";
import { givenAddress, noAccount } from "../given-address.ts";

interface AdminErased {
  /** False for a dry run. */
  erased: boolean;
  email: string;
  /** Slugs of the sites that the person is a member of. */
  sites: string[];
  /** Entries of the audit log that name the person. */
  entries: number;
}

/** Carries the result of a dry run, and undoes the erasure. */
class Tried extends Error {}

export const adminErase = command(
  {
    name: "admin erase",
    description: "erase a person who runs sites: the account is removed, and the record of changes no longer names them",
    arguments: [new Argument("<email>")],
    options: [new Option("--yes", "do it; otherwise show what would be erased, and end with 1")],
    input: (email: string, { yes = false }: { yes?: boolean }) => ({ email, yes }),
  },
  {
    run: async ({ sql, clock, ids }, { email, yes }): Promise<AdminErased> =>
      eraseAdmin(sql, { now: clock.now(), ids }, givenAddress(email), yes),
    isSuccess: ({ erased }) => erased,
    print: ({ erased, email, sites, entries }) =>
      [
        erased ? `Erased the account of ${email}.` : `This would erase the account of ${email}.`,
        sites.length === 0 ? "It is a member of no site." : `It ${erased ? "was" : "is"} a member of ${sites.join(", ")}.`,
        `Entries of audit logs that ${erased ? "no longer name" : "name"} the person: ${entries}.`,
        ...(erased ? [] : ["Nothing was changed. Say --yes to erase it. It cannot be brought back."]),
      ].join("\n"),
  },
);

async function eraseAdmin(sql: Database, ctx: WriteContext, email: string, isWanted: boolean): Promise<AdminErased> {
  let outcome: AdminErased | undefined;
  try {
    await sql.begin(
      async (tx) => {
        const [admin] = await tx<{ id: string }>`select id from admins where email = ${email} for update`;
        if (!admin) throw noAccount(email);
        const sites = await lockSitesOf(tx, admin.id);
        const left = await ownedAlone(tx, admin.id);
        if (left.length > 0) {
          throw new CommandError(
            `${email} is the only owner of ${left.join(", ")}. Make somebody else an owner, or delete the site, first.`,
          );
        }
        const entries = await eraseActor(tx, { adminId: admin.id, email });
        for (const kind of [sendAdminNotice, sendAdminLink, sendAdminEmailCode, sendFirstLink])
          await removeTasksOfNoSite(tx, kind, { adminId: [admin.id], email: [email] });
        await tx`delete from invitations where email = ${email}`;
        await tx`delete from admins where id = ${admin.id}`;
        // That it happened, and not to whom.
        const change = { actor: { kind: "CLI" }, siteId: null, action: "admin erase", target: { type: "admin", id: noUuid } } as const;
        await recordChange(tx, ctx, { ...change, removes: true });
        outcome = { erased: isWanted, email, sites, entries };
        if (!isWanted) throw new Tried();
      },
      { statementTimeoutMs: 60_000 },
    );
  } catch (error) {
    if (!(error instanceof Tried)) throw error;
  }
  if (!outcome) throw new Error("An erasure ended without an outcome.");
  return outcome;
}

/** The slugs of an admin's sites. Held until the transaction ends, so that of two owners who leave at once one stays. */
async function lockSitesOf(tx: Sql, adminId: string): Promise<string[]> {
  const sites = await tx<{ id: string; slug: string }>`
    select sites.id, sites.slug from sites
    where sites.id in (select members.site_id from members where members.admin_id = ${adminId})
    order by sites.id`;
  for (const { id } of sites) await lockSite(tx, id);
  return sites.map(({ slug }) => slug).sort();
}

/** Those that would be without an owner. Only true while their rows are held. */
async function ownedAlone(tx: Sql, adminId: string): Promise<string[]> {
  const sites = await tx<{ slug: string }>`
    select sites.slug
    from members
    join sites on sites.id = members.site_id
    where members.admin_id = ${adminId} and members.role = 'OWNER'
      and not exists (
        select from members as others
        where others.site_id = members.site_id and others.admin_id <> ${adminId} and others.role = 'OWNER'
      )
    order by sites.slug`;
  return sites.map(({ slug }) => slug);
}
