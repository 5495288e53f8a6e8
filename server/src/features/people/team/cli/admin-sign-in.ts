import { Argument } from "commander";
import { command, CommandError } from "../../../../lib/cli/command.ts";
import type { WriteContext } from "../../../../lib/published/write-context.ts";
import type { Sql } from "../../../../ports/database.ts";
import { recordChange } from "../../audit/index.ts";
import { addFirstMember } from "../add-member.ts";
import { ensureFirstOwner } from "../first-owner.ts";
import { issueSignInLink, signInPage } from "../sign-in-link.ts";

const action = "admin sign-in";

/** Prints a link that signs in to the studio of a site, as its owner: for whoever sits before a machine with an embedded database. */
export const adminSignIn = command(
  {
    name: action,
    description: "print a link that signs in to the studio of a site on this machine, as its owner",
    arguments: [new Argument("<site>")],
    input: (site: string) => ({ site }),
  },
  {
    run: async ({ sql, clock, ids, publicUrl, hasViewers = false }, { site: slug }): Promise<{ link: string }> => {
      if (!hasViewers)
        throw new CommandError("Only a server on the embedded database prints such links. Make an account with: vitrine admin create");
      const ctx = { now: clock.now(), ids };
      return sql.begin(async (tx) => {
        const [site] = await tx<{ id: string }>`select id from sites where slug = ${slug} and deleted_at is null`;
        if (!site) throw new CommandError(`There is no site "${slug}".`);
        const owner = await ensureSiteOwner(tx, ctx, site.id);
        if (!owner)
          throw new CommandError(`No owner of ${slug} may sign in. Make one with: vitrine admin create EMAIL --site ${slug} --role OWNER`);
        const target = { type: "member", id: owner.id, label: owner.name };
        const changes = owner.isNew ? [{ member: "role", to: "OWNER" }] : [{ member: "signInLink" }];
        await recordChange(tx, ctx, { actor: { kind: "CLI" }, siteId: site.id, action, target, changes });
        return { link: signInPage(publicUrl, await issueSignInLink(tx, ctx, owner.id), `sites/${slug}`) };
      });
    },
    print: ({ link }) => `Sign in here. The link works once, within a day:\n${link}`,
  },
);

/**
 * The first owner of a site who may sign in. A site without members gets the first account without a password, which is that of the demo or of the first
 * owner. Undefined: its owners are disabled, or people have passwords.
 */
async function ensureSiteOwner(tx: Sql, ctx: WriteContext, siteId: string): Promise<(Owner & { isNew: boolean }) | undefined> {
  const members = await tx<Owner & { mayEnter: boolean }>`
    select admins.id, admins.name, admins.disabled_at is null and members.role = 'OWNER' as "mayEnter"
    from members
    join admins on admins.id = members.admin_id
    where members.site_id = ${siteId}
    order by members.created_at, members.id`;
  if (members.length > 0) {
    const owner = members.find(({ mayEnter }) => mayEnter);
    return owner && { ...owner, isNew: false };
  }
  const [admin] = await tx<Owner>`
    select id, name from admins where password_hash is null and disabled_at is null order by created_at, id limit 1`;
  if (admin) {
    await addFirstMember(tx, ctx, { siteId, adminId: admin.id, role: "OWNER" });
    return { ...admin, isNew: true };
  }
  const id = await ensureFirstOwner(tx, ctx);
  const [first] = id === undefined ? [] : await tx<Owner>`select id, name from admins where id = ${id}`;
  return first && { ...first, isNew: true };
}

interface Owner {
  id: string;
  name: string;
}
