/** The formats of variants. */
export const pictureFormats = ["avif", "webp", "jpeg", "png"] as const;
export type PictureFormat = (typeof pictureFormats)[number];

/** The point of a picture that a crop keeps: from 0, left or top, to 1. */
export type Focus = readonly [x: number, y: number];

/** A file as it may be kept: recognised by its content, without what does not belong into it, and measured. */
export interface PreparedFile {
  /** The file to keep: `target` if something was cut out, else `source`. */
  path: string;
  contentType: string;
  /** Usual ending for the type, without a dot. */
  extension: string;
  bytes: number;
  sha256: string;
  /** Of pictures and, where the file says so, of videos: as they are shown, which is after a rotation that the file asks for. */
  width?: number;
  height?: number;
  /** Of pictures: `#rrggbb`, and a ThumbHash in base64. */
  dominantColor?: string;
  placeholder?: string;
  /** Frames of an animated picture, pages of a document, where the file tells them. */
  pages?: number;
  /** Of video and audio, where the file tells it. */
  durationMs?: number;
  /** Of drawings: what was cut out and may have been seen before, such as `<script>` or `<image href>`, in a short list. */
  cut?: string[];
}

/** Why a file cannot be kept, with one sentence for the person who sent it. */
export interface FileRefusal {
  refused: "file_type_refused" | "image_too_large" | "file_damaged" | "file_too_costly";
  detail: string;
}

/** Whose turn work takes: turns go round between accounts, and within an account between the clients of its sites. */
export interface PictureOwner {
  /** Who answers for the site: the id of a person who owns it, or of the site itself. */
  account: string;
  /** A site's id. */
  site: string;
  /** The address of a visitor or an editor, or a name for work that nobody waits for. */
  client: string;
}

export interface Rendering {
  source: string;
  target: string;
  /** Of the variant, in pixels: never more than the original has. */
  width: number;
  /** Absent: the whole picture, in its own ratio. */
  ratio?: readonly [width: number, height: number];
  focus: Focus;
  format: PictureFormat;
}

/** Too many pictures wait to be rendered: the same request may succeed later. */
export class PicturesBusy extends Error {
  override readonly name = "PicturesBusy";
}

/** This machine has no program that reads pictures, which its log explains: the same request does not succeed before that is mended. */
export class CannotProcessPictures extends Error {
  override readonly name = "CannotProcessPictures";
}

/** Work on files that strangers made, in processes of its own: a hostile file ends such a process, and nothing else. */
export interface Pictures {
  /**
   * Recognises, cleans and measures the file at `source`. `target`: a path for a cleaned copy, on the same file system.
   * Never changes `source`. Rejects with PicturesBusy or CannotProcessPictures.
   */
  prepare(owner: PictureOwner, file: { source: string; target: string; keepMetadata: boolean }): Promise<PreparedFile | FileRefusal>;
  /** Writes a variant to `target`. Rejects with PicturesBusy or CannotProcessPictures. */
  render(
    owner: PictureOwner,
    rendering: Rendering,
  ): Promise<{ bytes: number; sha256: string; width: number; height: number } | FileRefusal>;
  /** Pictures that wait, and those in work. */
  readonly load: { waiting: number; working: number };
  /** Ends the processes. */
  close(): Promise<void>;
}
