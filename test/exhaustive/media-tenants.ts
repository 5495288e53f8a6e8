import { createHash, randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { addressHash } from "../../server/src/features/content/media/asset-address.ts";
import { objectKey, objectPrefix } from "../../server/src/features/content/media/object-key.ts";
import { countingIds } from "../kit/counting-ids.ts";
import type { TestServer, TestSite } from "../kit/harness.ts";
import type { Mark } from "./tenant-sites.ts";
import type { State, States } from "./tenant-states.ts";

const at = (place: number) => `01900000-0000-7000-8000-${String(800_000 + place).padStart(12, "0")}`;
/** Ids that the rows of both tenants have. */
export const mediaIds = { asset: at(1), notes: at(2), old: at(3), picture: at(11), text: at(12), idle: at(13), ended: at(14) };

/** An asset that a busy tenant alone has. */
export const busyAsset = createHash("md5")
  .update(`busy${mediaIds.picture}`)
  .digest("hex")
  .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

const dayMs = 24 * 60 * 60_000;

interface MadeFile {
  bytes: Buffer;
  sha256: string;
  contentType: string;
  extension: string;
  width: number | null;
  height: number | null;
}

const makeFile = (bytes: Buffer, more: Omit<MadeFile, "bytes" | "sha256">): MadeFile => ({
  bytes,
  sha256: createHash("sha256").update(bytes).digest("hex"),
  ...more,
});
const text = (words: string) => makeFile(Buffer.from(words), { contentType: "text/plain", extension: "txt", width: null, height: null });

/** Two pictures and texts, the same ones for every site. */
export const files = Promise.all(
  ["#c04020", "#2040c0"].map(async (background) => {
    const bytes = await sharp({ create: { width: 300, height: 200, channels: 3, background } })
      .png()
      .toBuffer();
    return makeFile(bytes, { contentType: "image/png", extension: "png", width: 300, height: 200 });
  }),
).then((pictures) => ({ pictures, texts: ["one", "two", "three", "four"].map((word) => text(`Notes, number ${word}`)) }));

/**
 * A library with the same ids and the same files as the other tenant's, but each file under the id that its counterpart has there. One asset shows a picture, whose
 * former file has an address still; one shows a text; a third, a text that no document shows. One file is idle.
 */
export async function fillMediaTenant(by: TestServer, site: TestSite, mark: Mark): Promise<void> {
  const { pictures, texts } = await files;
  const isAlpha = mark.name === "alpha";
  const turned = <T>([first, second]: readonly T[]) => (isAlpha ? [first, second] : [second, first]) as [T, T];
  const [picture, ended] = turned(pictures);
  const [notes, idle] = turned(texts);
  const settings = { media: { quotaMb: isAlpha ? 1 : 2, ratios: [isAlpha ? "1:1" : "4:3"], keepMetadata: !isAlpha } };
  const head = { slug: site.slug, name: "A site", defaultLocale: "en", locales: ["en", mark.locale], currency: "eur", settings };
  await by.import(
    {
      bundle: 1,
      site: head,
      contentTypes: [
        {
          slug: "note",
          title: "Note",
          schema: { type: "object", properties: { text: { type: "string" }, picture: { $ref: "vitrine:asset", "x-accept": ["image"] } } },
        },
      ],
      entries: [
        { contentType: "note", slug: "one", locale: "en", data: { text: `${mark.name} one` } },
        { contentType: "note", slug: "two", locale: "en", status: "DRAFT", data: { text: `${mark.name} two` } },
      ],
    },
    { ids: countingIds() },
  );
  const { sql, clock } = by.deps;
  const now = clock.now();
  const rows: readonly [string, MadeFile, number][] = [
    [mediaIds.picture, picture, 2],
    [mediaIds.ended, ended, 2],
    [mediaIds.text, notes, 2],
    // Of another kind than any that an asset shows.
    [mediaIds.idle, { ...idle, contentType: "video/mp4", extension: "mp4" }, 2],
  ];
  let total = 0;
  for (const [id, file, daysAgo] of rows) {
    const used = new Date(now.getTime() - daysAgo * dayMs);
    total += file.bytes.length;
    await sql`
      insert into asset_files (site_id, id, sha256, content_type, extension, bytes, width, height, created_at, stored_at, used_at)
      values (${site.id}, ${id}, ${file.sha256}, ${file.contentType}, ${file.extension}, ${file.bytes.length}, ${file.width}, ${file.height}, ${used}, ${used}, ${used})`;
    await putInStore(by, site, file);
  }
  // And one that no row names.
  if (texts[2]) await putInStore(by, site, texts[2]);
  await sql`insert into asset_totals (site_id, id, bytes) values (${site.id}, ${at(21)}, ${total})`;
  const x = isAlpha ? 0.25 : 0.75;
  const assets: readonly [string, string, MadeFile, string][] = [
    [mediaIds.asset, mediaIds.picture, picture, `${mark.name}.png`],
    [mediaIds.notes, mediaIds.text, notes, `${mark.name}-notes.txt`],
    [mediaIds.old, mediaIds.text, notes, `${mark.name}-old.txt`],
  ];
  for (const [id, fileId, { sha256 }, name] of assets) {
    const hash = addressHash(sha256, [x, 0.5]);
    const tags = [mark.name, "both"];
    await sql`
      insert into assets (site_id, id, file_id, name, title, alt, tags, folder, focus_x, focus_y, hash, search, created_at, updated_at)
      values (
        ${site.id}, ${id}, ${fileId}, ${name}, ${`${mark.name} title`}, ${JSON.stringify({ en: `${mark.name} text` })}::json, ${tags}::text[],
        ${isAlpha ? "a/b" : "c"}, ${x}, 0.5, ${hash}, ${`${mark.name} both ${name}`}, ${now}, ${now}
      )`;
    await sql`
      insert into asset_addresses (site_id, id, asset_id, hash, file_id, name, focus_x, focus_y)
      values (${site.id}, ${id}, ${id}, ${hash}, ${fileId}, ${name}, ${x}, 0.5)`;
  }
  await sql`
    insert into asset_addresses (site_id, id, asset_id, hash, file_id, name, focus_x, focus_y, ended_at)
    values (
      ${site.id}, ${at(31)}, ${mediaIds.asset}, ${addressHash(ended.sha256, [x, 0.5])}, ${mediaIds.ended}, ${`${mark.name}-before.png`}, ${x}, 0.5,
      ${new Date(now.getTime() - 2 * 60 * 60_000)}
    )`;
  await sql`
    insert into content_references (site_id, id, translation_id, is_draft, path, kind, target_id)
    select site_id, md5(id::text)::uuid, id, draft is not null, ${`/${mark.name}`}, 'asset', ${mediaIds.asset} from translations where site_id = ${site.id}`;
  await addCatalogItems(by, head, mark);
}

async function putInStore({ deps: { store, media } }: TestServer, site: TestSite, file: MadeFile, variant = ""): Promise<void> {
  await mkdir(media.uploads, { recursive: true });
  const path = join(media.uploads, randomUUID());
  await writeFile(path, file.bytes);
  const { sha256, contentType } = file;
  await store.put(`${objectKey(site.id, sha256)}${variant}`, { path, bytes: file.bytes.length, sha256, contentType });
}

/** A product and a category that show a picture. */
async function addCatalogItems(by: TestServer, site: object, mark: Mark): Promise<void> {
  await by.import(
    {
      bundle: 1,
      site,
      categories: [{ slug: "chairs", title: `${mark.name} chairs`, image: { asset: mediaIds.asset } }],
      products: [
        {
          slug: "chair",
          title: `${mark.name} chair`,
          category: "chairs",
          images: [{ asset: mediaIds.asset }],
          variants: [{ sku: "CHAIR", price: 100 }],
        },
      ],
    },
    { ids: countingIds(5_000) },
  );
}

/** The objects of a library. */
export async function storedOf({ deps: { store } }: TestServer, site: TestSite): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(objectPrefix(site.id))) keys.push(key);
  return keys.sort();
}

/** States of the other library. */
export const mediaStates: States = {
  alike: () => Promise.resolve(),
  /** Everything shows everything, and each variant is being rendered, or was. */
  busy: async (by, site) => {
    const { sql, clock } = by.deps;
    const [{ id }, now] = [site, clock.now()];
    const [, rendered] = (await files).texts;
    if (rendered) await putInStore(by, site, rendered, ".64xauto.webp");
    await sql`
      insert into asset_variants (site_id, id, file_id, object_key, bytes, sha256, created_at)
      select site_id, id, id, ${objectKey(id, rendered?.sha256 ?? "") + ".64xauto.webp"}, 1, sha256, ${now}
      from asset_files where site_id = ${id} and id = ${mediaIds.idle}`;
    await sql`
      insert into content_references (site_id, id, translation_id, is_draft, path, kind, target_id)
      select translations.site_id, md5(translations.id || assets.id::text || form)::uuid, translations.id, form::boolean, '/busy/' || assets.id, 'asset', assets.id
      from translations join assets on assets.site_id = translations.site_id cross join unnest('{true,false}'::text[]) as form
      where translations.site_id = ${id}`;
    await sql`
      insert into assets (site_id, id, file_id, name, hash, search, created_at, updated_at)
      select site_id, md5('busy' || id)::uuid, id, 'busy.' || extension, '00000000', 'busy', ${now}, ${now} from asset_files where site_id = ${id}`;
    await sql`
      insert into asset_addresses (site_id, id, asset_id, hash, file_id, name, focus_x, focus_y)
      select site_id, id, id, hash, file_id, name, 0.5, 0.5 from assets where site_id = ${id} and name like 'busy.%'`;
    await sql`update assets set revision = 7 where site_id = ${id}`;
    // Its goods show all assets, and lie below a category that has the id of one.
    const all = [mediaIds.asset, mediaIds.notes, mediaIds.old];
    const images = JSON.stringify(all.map((asset) => ({ asset, url: "/busy", alts: {} })));
    await sql`
      insert into categories
      select (jsonb_populate_record(categories, jsonb_build_object('id', ${mediaIds.asset}::uuid, 'slug', 'busy'))).*
      from categories where site_id = ${id} and slug = 'chairs'`;
    await sql`
      update categories set asset_ids = ${all}::uuid[], image = ${JSON.stringify({ asset: mediaIds.asset, url: "/busy", alts: {} })}::json,
        parent_id = case when slug = 'chairs' then ${mediaIds.asset}::uuid end
      where site_id = ${id}`;
    await sql`
      update products set asset_ids = ${all}::uuid[], images = ${images}::json, category_id = ${mediaIds.asset} where site_id = ${id}`;
  },
  /** Nothing shows a file, and all are being removed. */
  idle: async ({ deps: { sql }, clock }, { id }) => {
    await sql`delete from assets where site_id = ${id}`;
    await sql`update asset_files set removed_at = ${clock.now()}, stored_at = null where site_id = ${id}`;
    await sql`update asset_totals set bytes = 900000000 where site_id = ${id}`;
    await sql`delete from content_references where site_id = ${id}`;
  },
  /** Each asset shows a text, and so does each file; others have the names of the counterpart's. */
  turned: async ({ deps: { sql } }, { id }) => {
    for (const [asset, name] of [
      [mediaIds.notes, "alpha.png"],
      [mediaIds.old, "beta.png"],
    ] as const) {
      await sql`update assets set name = ${name} where site_id = ${id} and id = ${asset}`;
    }
    await sql`update asset_files set content_type = 'text/plain', extension = 'txt' where site_id = ${id}`;
    await sql`update assets set file_id = ${mediaIds.text} where site_id = ${id}`;
  },
  /** Each asset shows the file of another, under the address that the counterpart has. */
  moved: async ({ deps: { sql } }, { id }) => {
    await sql`
      update asset_addresses set file_id = case when file_id = ${mediaIds.picture} then ${mediaIds.ended}::uuid else ${mediaIds.picture}::uuid end, ended_at = null,
        name = 'moved-' || name
      where site_id = ${id}`;
    await sql`
      update assets set file_id = ${mediaIds.ended}, name = 'moved-' || name, revision = 9 where site_id = ${id}`;
    await sql`update asset_files set extension = 'gif', content_type = case when id = ${mediaIds.text} then 'video/mp4' else 'image/gif' end, bytes = bytes + 1, width = 64, used_at = ${new Date(0)} where site_id = ${id}`;
  },
};

/** No file or address of the library is old. */
export const keepFiles: State = async ({ deps: { sql } }, { id }) => {
  const [, , orphan] = (await files).texts;
  await sql`
    insert into asset_files (site_id, id, sha256, content_type, extension, bytes, created_at, used_at)
    values (${id}, ${at(41)}, ${orphan?.sha256 ?? ""}, 'text/plain', 'txt', 1, '2100-01-01', '2100-01-01')`;
  await sql`update asset_files set used_at = '2100-01-01', removed_at = null where site_id = ${id}`;
  await sql`update asset_addresses set ended_at = '2100-01-01' where site_id = ${id} and ended_at is not null`;
};
