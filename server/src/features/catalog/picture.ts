import { Type, type Static } from "typebox";
import { Nullable } from "../../lib/http/envelope.ts";

export const Picture = Type.Object(
  {
    url: Type.String({ description: "Absolute." }),
    alt: Nullable(Type.String()),
    width: Nullable(Type.Integer({ minimum: 1, description: "In pixels." })),
    height: Nullable(Type.Integer({ minimum: 1, description: "In pixels." })),
  },
  { $id: "Picture", additionalProperties: false },
);
export type Picture = Static<typeof Picture>;

/** A picture as it is stored, all members present and in this order: `picturesJson` relies on it. */
export function storedPicture({ url, alt = null, width = null, height = null }: Partial<Picture> & { url: string }): Picture {
  return { url, alt, width, height };
}

/**
 * Stored pictures as JSON text with absolute addresses: one that begins with a slash is on this server. JSON escapes a quotation mark
 * outside a member's name, so the pattern replaces the member and nothing else.
 */
export function picturesJson(stored: string, publicUrl: string): string {
  return stored.replaceAll('"url":"/', `"url":"${publicUrl}/`);
}
