import { maxFrames } from "./limits.ts";
import type { FileRefusal } from "../../ports/pictures.ts";

/** A file that cannot be kept: thrown wherever that is found, and answered by the child. */
export class Refused extends Error {
  readonly refusal: FileRefusal;

  constructor(refused: FileRefusal["refused"], detail: string, cause?: unknown) {
    super(detail, { cause });
    this.refusal = { refused, detail };
  }
}

export const damaged = (cause?: unknown): Refused =>
  new Refused("file_damaged", "The file is damaged or incomplete: export it again and upload the new file.", cause);

export const refusedType = (detail: string, cause?: unknown): Refused => new Refused("file_type_refused", detail, cause);

export const tooLarge = (detail: string): Refused => new Refused("image_too_large", detail);

export const tooManyFrames = (): Refused => tooLarge(`The animation has more than ${maxFrames} frames: make it shorter, or a video.`);

export const tooManyParts = (): Refused =>
  new Refused("file_too_costly", "The file consists of too many parts: save it anew in another program.");

export const tooCostly: FileRefusal = {
  refused: "file_too_costly",
  detail: "The file takes too much time or memory to read: save it in a simpler form or a smaller size.",
};
