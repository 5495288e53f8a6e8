import { CommandError } from "../../../lib/cli/command.ts";
import type { Sql } from "../../../ports/database.ts";

/** The site that a command names. */
export async function findSiteOf(sql: Sql, slug: string): Promise<{ id: string; slug: string }> {
  const [site] = await sql<{ id: string; slug: string }>`select id, slug from sites where slug = ${slug} and deleted_at is null`;
  if (!site) throw new CommandError(`There is no site ${slug}. \`vitrine site list\` shows all.`);
  return site;
}
