import { Type, type Static } from "typebox";
import { Nullable } from "../../../lib/http/envelope.ts";
import type { StoredPicture } from "./picture.ts";

/** A picture of a product or a category as the people who run the site edit it. */
export const EditedPicture = Type.Object(
  {
    asset: Type.Optional(Type.String({ description: "The id of a file of the media library; then there is no url." })),
    url: Type.Optional(Type.String()),
    alt: Nullable(Type.String()),
    width: Type.Optional(Nullable(Type.Integer())),
    height: Type.Optional(Nullable(Type.Integer())),
  },
  { additionalProperties: false },
);

/** A stored picture in these members. */
export function editedPicture(picture: StoredPicture): Static<typeof EditedPicture> {
  const { alt } = picture;
  return "asset" in picture ? { asset: picture.asset, alt } : { url: picture.url, alt, width: picture.width, height: picture.height };
}
