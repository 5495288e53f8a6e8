import { Type, type Static } from "typebox";
import { Nullable, Uuid } from "../../../lib/http/envelope.ts";
import { addressOf, srcsetOf, stillOf, type AddressedSite, type MediaPlace } from "../../../lib/media/media-address.ts";
import { piece, type SqlPiece } from "../../../lib/sql/sql-statement.ts";

export const Picture = Type.Object(
  {
    url: Type.String({ description: "Absolute." }),
    alt: Nullable(Type.String({ description: "A media library file's description, in the locale of the response." })),
    width: Nullable(Type.Integer({ minimum: 1, description: "In pixels." })),
    height: Nullable(Type.Integer({ minimum: 1, description: "In pixels." })),
    asset: Type.Optional(
      Type.Unsafe<string>({
        ...Uuid,
        description: "The media library file's ID. It and all following members are present for such files only.",
      }),
    ),
    contentType: Type.Optional(Type.String({ examples: ["image/webp"] })),
    bytes: Type.Optional(Type.Integer()),
    focus: Type.Optional(
      Type.Unsafe<[number, number]>(
        Type.Array(Type.Number({ minimum: 0, maximum: 1 }), {
          minItems: 2,
          maxItems: 2,
          description: "The point that a crop should keep: from the left and from the top, of 1.",
        }),
      ),
    ),
    placeholder: Type.Optional(Nullable(Type.String({ description: "A ThumbHash in base64." }))),
    srcset: Type.Optional(
      Nullable(
        Type.String({
          description: "Variants up to the width of the original, for the attribute of that name. Null for drawings and animated pictures.",
        }),
      ),
    ),
    still: Type.Optional(
      Type.String({ description: "Only of an animated picture: the address of its first frame, for people who want less motion." }),
    ),
  },
  { $id: "Picture", additionalProperties: false },
);
export type Picture = Static<typeof Picture>;

/** A picture at an address that its author wrote. */
interface UrlPicture {
  url: string;
  alt: string | null;
  width: number | null;
  height: number | null;
}

/** What a product copies of an asset, so that its answers need no further statement. A change of the asset writes all copies anew. */
export interface AssetCopy {
  asset: string;
  /** Below the address of media, never signed. */
  url: string;
  width: number | null;
  height: number | null;
  /** By locale. */
  alts: Readonly<Record<string, string>>;
  contentType: string;
  bytes: number;
  focus: readonly [number, number];
  placeholder: string | null;
  pages: number | null;
}

/** A picture as it is stored. */
export type StoredPicture = UrlPicture | (AssetCopy & { alt: string | null });

/** Where and for whom pictures are shown. */
export interface Showing {
  /** Of this server, without a trailing slash. */
  publicUrl: string;
  media: MediaPlace;
  site: Pick<AddressedSite, "id" | "filesUntil">;
  /** The likelier first: the locale of the answer, and the default one. */
  locales: readonly string[];
}

/** `media`: where files are addressed. */
export interface ShowingDeps {
  publicUrl: string;
  media: MediaPlace;
}

export function showingIn(
  { publicUrl, media }: ShowingDeps,
  site: Showing["site"] & { defaultLocale: string },
  locale: string | undefined,
): Showing {
  return { publicUrl, media, site, locales: [locale ?? site.defaultLocale, site.defaultLocale] };
}

/** A picture as it is stored, all members present and in this order: `picturesJson` relies on it. */
export function storedPicture({ url, alt = null, width = null, height = null }: Partial<UrlPicture> & { url: string }): UrlPicture {
  return { url, alt, width, height };
}

/** The same of an asset. `alt`: the author's own words, in place of the asset's in every locale. */
export function storedAsset(copy: AssetCopy, alt: string | null): StoredPicture {
  const { asset, url, width, height, alts, contentType, bytes, focus, placeholder, pages } = copy;
  return { url, alt, width, height, asset, alts, contentType, bytes, focus, placeholder, pages };
}

/** The most that answers add to stored pictures in SQL, as JSON text or null, in bytes: the `srcset` of each asset, or its `still`. */
export function srcsetBytes(pictures: SqlPiece): SqlPiece {
  return piece`coalesce((octet_length(${pictures}) - octet_length(replace(${pictures}, '"asset":', ''))) / 8 * ${mostSrcsetBytes}::int, 0)`;
}

const mostSrcsetBytes = 3_000;

/** The assets that pictures show. */
export function assetIdsOf(pictures: readonly StoredPicture[]): string[] {
  return [...new Set(pictures.flatMap((picture) => ("asset" in picture ? [picture.asset] : [])))];
}

/**
 * Stored pictures as JSON text with absolute addresses: one that begins with a slash is on this server. JSON escapes a quotation mark
 * outside a member's name, so the pattern replaces the member and nothing else.
 */
export function picturesJson(storedJson: string, showing: Showing): string {
  if (!storedJson.includes('"asset":')) return storedJson.replaceAll('"url":"/', `"url":"${showing.publicUrl}/`);
  const pictures = JSON.parse(storedJson) as StoredPicture | StoredPicture[];
  return JSON.stringify(
    Array.isArray(pictures) ? pictures.map((picture) => shownPicture(picture, showing)) : shownPicture(pictures, showing),
  );
}

export function shownPicture(picture: StoredPicture, { publicUrl, media, site, locales }: Showing): Picture {
  if (!("asset" in picture)) return picture.url.startsWith("/") ? { ...picture, url: `${publicUrl}${picture.url}` } : picture;
  const { alts, pages, alt: ownAlt, url: path, focus, ...fields } = picture;
  const url = addressOf(media, site, path);
  const alt = ownAlt ?? locales.map((locale) => alts[locale]).find((text) => text !== undefined) ?? "";
  const base = url.slice(0, url.lastIndexOf("/"));
  const file = { ...fields, pages };
  return { ...fields, url, alt, focus: [...focus], srcset: srcsetOf(base, file), ...stillOf(base, file) };
}
