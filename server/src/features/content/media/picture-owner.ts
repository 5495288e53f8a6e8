import type { Sql } from "../../../ports/database.ts";
import type { PictureOwner } from "../../../ports/pictures.ts";

/** Whose turn a site's picture takes. All sites of the person who owns a site longest share their turns: else ten sites from signup had ten turns. */
export async function pictureOwner(sql: Sql, siteId: string, client: string): Promise<PictureOwner> {
  const [owner] = await sql<{ account: string }>`
    select admin_id as account from members
    where site_id = ${siteId} and role = 'OWNER'
    order by created_at, id
    limit 1`;
  return { account: owner?.account ?? siteId, site: siteId, client };
}
