import { Type } from "typebox";
import { siteBase, siteSlug } from "../../../../lib/admin/site-path.ts";
import { Instant, Nullable, Uuid } from "../../../../lib/http/envelope.ts";
import { problem, ProblemError } from "../../../../lib/http/problem.ts";
import { Asset, CutParts, type AssetWords } from "../asset.ts";

export const uploadNotFound = problem("upload_not_found", 404, "Upload not found, or it has ended");
export const offsetConflict = problem("upload_offset_conflict", 409, "The upload is at another offset", {
  offset: { type: "integer", description: "Bytes that the server has." },
});
export const tooManyUploads = problem("too_many_uploads", 409, "This person has too many unfinished uploads");
export const tooManyParts = problem("too_many_parts", 400, "The file was sent in too many parts");

/** Makes the refusal of bytes that do not go on where the server is. */
export function conflictAt(offset: number): ProblemError {
  return new ProblemError(offsetConflict, { detail: `Continue at byte ${offset}.`, members: { offset } });
}

export const uploadsBase = `${siteBase}/uploads`;
export const uploadBase = `${uploadsBase}/{id}`;
export const UploadParams = Type.Object({ ...siteSlug, id: Type.String({ description: "The id of the upload." }) });

/** An upload that may go on after an interruption. */
export const Upload = Type.Object(
  {
    id: Uuid,
    bytes: Type.Integer({ description: "The size of the whole file." }),
    offset: Type.Integer({ description: "Bytes that the server has." }),
    expiresAt: Instant,
    asset: Nullable(Asset),
    duplicate: Type.Boolean({ description: "The site had a file with the same bytes, and the asset is that one." }),
    cut: CutParts,
  },
  { $id: "Upload", additionalProperties: false },
);

/** The words of the asset that an upload becomes. */
interface UploadWords extends AssetWords {
  sentName?: string;
  /** The header as sent: tus has it repeated. */
  metadata?: string;
}

/** An upload of a person to a site. */
export interface UploadRow {
  id: string;
  bytes: number;
  received: number;
  /** Stored for the bytes that were received. */
  parts: number;
  words: UploadWords;
  expiresAt: Date;
  /** Once the file is complete. */
  assetId: string | null;
  isDuplicate: boolean;
  /** What was cut out of a drawing. */
  cut: string[];
}

/** How long an upload may pause. */
export const uploadPauseMs = 24 * 60 * 60_000;
/** Bytes of a part: a process that dies loses one at most. A bucket takes it in one request, and no part has a least size. */
export const partBytes = 8 * 2 ** 20;
/** A file is put together from all of its parts, so their number is bounded. */
export const mostParts = 2_000;
/** Of one person in one site. */
export const mostUnfinished = 20;
