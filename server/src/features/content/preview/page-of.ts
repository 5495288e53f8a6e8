import { findPages, type NamedPage } from "./issue-previews.ts";
import type { Database } from "../../../ports/database.ts";
import { CommandError } from "../../../lib/cli/command.ts";

/** The page of the site that has the name, or the slug in any locale. Throws a CommandError when there is none, or more than one. */
export async function pageOf(sql: Database, siteId: string, text: string): Promise<NamedPage> {
  const [page, ...others] = await findPages(sql, siteId, text);
  if (!page) throw new CommandError(`There is no page "${text}".`);
  if (others.length > 0) {
    const names = [page, ...others].map(({ name }) => `"${name}"`);
    throw new CommandError(`"${text}" is the slug of several pages. Name one of them: ${names.join(", ")}.`);
  }
  return page;
}
