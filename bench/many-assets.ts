import type { Sql } from "../server/src/ports/database.ts";

const addedAtOnce = 2_000;

/** Adds rows of so many pictures to the media library of a site: for lists, which never read the store. */
export async function addManyAssets(sql: Sql, siteId: string, assets: number): Promise<void> {
  for (let first = 1; first <= assets; first += addedAtOnce) {
    const last = Math.min(assets, first + addedAtOnce - 1);
    await sql`
      with added_files as (
        insert into asset_files (
          site_id, id, sha256, content_type, extension, bytes, width, height, dominant_color, placeholder, created_at, stored_at, used_at
        )
        select
          ${siteId}, gen_random_uuid(), encode(sha256(number::text::bytea), 'hex'), 'image/jpeg', 'jpg', 300000 + number, 4000, 3000, '#8a7f70',
          'XQgGHYIPh4hweHh3j3h4d3iHeHBUCIo=', made_at, made_at, made_at
        from generate_series(${first}::int, ${last}::int) as number, lateral (select now() - number * interval '1 minute' as made_at) as times
        returning *
      )
      insert into assets (site_id, id, file_id, name, title, alt, tags, folder, hash, search, created_at, updated_at)
      select
        site_id, gen_random_uuid(), id, 'picture-' || bytes || '.jpg', 'Picture ' || bytes, '{"en":"A chair beside a window"}', '{chairs,spring}',
        'shop/' || bytes % 40, left(sha256, 8), 'picture ' || bytes || ' a chair beside a window chairs spring', created_at, created_at
      from added_files`;
  }
}
