import { CommandError } from "../../../lib/cli/command.ts";
import type { Sql } from "../../../ports/database.ts";

/** The site with the slug. Throws a CommandError when there is none. */
export async function siteOf(sql: Sql, slug: string): Promise<{ id: string; slug: string; name: string }> {
  const [site] = await sql<{ id: string; slug: string; name: string }>`
    select id, slug, name from sites where slug = ${slug} and deleted_at is null`;
  if (!site) throw new CommandError(`There is no site "${slug}". \`vitrine site list\` shows the sites.`);
  return site;
}

/** The id of the site with the slug. Throws a CommandError when there is none. */
export async function siteIdOf(sql: Sql, slug: string): Promise<string> {
  return (await siteOf(sql, slug)).id;
}
