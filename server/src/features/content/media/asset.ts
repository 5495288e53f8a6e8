import { Type, type Static } from "typebox";
import { NullablePerson } from "../../../lib/admin/person.ts";
import { Instant, Nullable, Uuid } from "../../../lib/http/envelope.ts";
import { problem } from "../../../lib/http/problem.ts";
import { LocaleTag } from "../../../lib/text/locale.ts";
import { printable } from "../../../lib/text/printable.ts";

export const assetNotFound = problem("asset_not_found", 404, "Asset not found");

export const AssetTitle = Type.String({ maxLength: 300, pattern: printable, description: "For people in the media library." });
export const AssetAlt = Type.Record(LocaleTag, Type.String({ maxLength: 2_000 }), {
  additionalProperties: false,
  maxProperties: 100,
  description: "By locale of the site: what a person who does not see the picture should know.",
  examples: [{ en: "A chair of ash wood by a window" }],
});
/** Tags that an asset has at most. */
export const mostTags = 50;
export const AssetTags = Type.Array(Type.String({ minLength: 1, maxLength: 60, pattern: printable }), { maxItems: mostTags });
export const AssetFolder = Type.String({
  maxLength: 300,
  pattern: "^$|^[^/\\u0000-\\u001f]{1,100}(/[^/\\u0000-\\u001f]{1,100}){0,7}$",
  description: "Names separated by slashes, eight at most; empty: at the top.",
  examples: ["products/chairs"],
});
export const AssetFocus = Type.Unsafe<[number, number]>(
  Type.Array(Type.Number({ minimum: 0, maximum: 1 }), {
    minItems: 2,
    maxItems: 2,
    description: "The point that crops keep: from the left and from the top, of 1.",
    examples: [[0.5, 0.4]],
  }),
);

/** A file in the media library. */
export const Asset = Type.Object(
  {
    id: Uuid,
    revision: Type.Integer(),
    name: Type.String({ examples: ["ash-chair.jpg"] }),
    contentType: Type.String({ examples: ["image/jpeg"] }),
    bytes: Type.Integer(),
    sha256: Type.String({ description: "The cleaned file's digest, in hexadecimal." }),
    width: Nullable(Type.Integer({ description: "In pixels." })),
    height: Nullable(Type.Integer({ description: "In pixels." })),
    dominantColor: Nullable(Type.String({ examples: ["#c8b89a"] })),
    placeholder: Nullable(Type.String({ description: "A ThumbHash in base64: a blurred picture to show until the real one is there." })),
    alt: AssetAlt,
    title: AssetTitle,
    tags: AssetTags,
    folder: AssetFolder,
    focus: AssetFocus,
    pages: Nullable(Type.Integer({ description: "Frames of an animated picture, pages of a document, where the file tells." })),
    durationMs: Nullable(Type.Integer({ description: "The duration of video and audio, if the file states it." })),
    url: Type.String({
      format: "uri",
      description: "Public. It changes when the bytes or the focus do. Variants have another last segment, such as `640xauto.auto`.",
    }),
    createdBy: NullablePerson,
    createdAt: Instant,
    updatedAt: Instant,
  },
  { $id: "Asset", additionalProperties: false },
);
export type Asset = Static<typeof Asset>;

/** In the answer to an upload. */
export const CutParts = Type.Array(Type.String(), {
  description:
    "Parts of an SVG drawing that were cut out because they run a script, load something from elsewhere or are not known, such as `<image href>` or " +
    "`@import`: 20 at most, each once. Without programs' own notes, which show nothing. Empty for other files.",
  examples: [["<script>", "<image href>"]],
});

/** The members of an asset that people set. */
export interface AssetWords {
  title: string;
  alt: Record<string, string>;
  tags: string[];
  folder: string;
  focus: [number, number];
}

/** The words of an asset of which nobody has said anything. */
export const noWords: AssetWords = { title: "", alt: {}, tags: [], folder: "", focus: [0.5, 0.5] };
