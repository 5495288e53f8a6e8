import { open } from "node:fs/promises";
import { fileTypeFromFile } from "file-type";
import { refusedType } from "./refusal.ts";
import { oldOfficeOf } from "./old-office.ts";
import { isDrawing, textKindOf } from "./text.ts";

export interface FileKind {
  contentType: string;
  /** Without a dot. */
  extension: string;
  /** Of texts: the one that they are read in. */
  encoding?: string;
}

const openXml = "application/vnd.openxmlformats-officedocument";
const openDocument = "application/vnd.oasis.opendocument";

/** The accepted types, by the name that the library gives it: the type to answer with, and the usual ending. */
const accepted: Readonly<Record<string, readonly [contentType: string, extension: string]>> = {
  "image/jpeg": ["image/jpeg", "jpg"],
  "image/png": ["image/png", "png"],
  // An animated PNG is a PNG to everyone who does not know of its animation.
  "image/apng": ["image/png", "png"],
  "image/webp": ["image/webp", "webp"],
  "image/avif": ["image/avif", "avif"],
  "image/gif": ["image/gif", "gif"],
  "application/pdf": ["application/pdf", "pdf"],
  "video/mp4": ["video/mp4", "mp4"],
  "video/x-m4v": ["video/mp4", "mp4"],
  "audio/mp4": ["audio/mp4", "m4a"],
  "audio/x-m4a": ["audio/mp4", "m4a"],
  "video/webm": ["video/webm", "webm"],
  "audio/mpeg": ["audio/mpeg", "mp3"],
  "audio/wav": ["audio/wav", "wav"],
  "audio/ogg": ["audio/ogg", "ogg"],
  "audio/ogg; codecs=opus": ["audio/ogg", "ogg"],
  "video/ogg": ["video/ogg", "ogv"],
  "application/zip": ["application/zip", "zip"],
  ...office(`${openXml}.wordprocessingml.document`, "docx"),
  ...office(`${openXml}.spreadsheetml.sheet`, "xlsx"),
  ...office(`${openXml}.presentationml.presentation`, "pptx"),
  ...office(`${openDocument}.text`, "odt"),
  ...office(`${openDocument}.spreadsheet`, "ods"),
  ...office(`${openDocument}.presentation`, "odp"),
  ...office(`${openDocument}.graphics`, "odg"),
};

/** Those that the library knows by their first words. */
const texts = new Set(["text/vtt", "text/calendar", "text/vcard"]);

const unknown = "The file's type cannot be told from its content, or is not accepted: convert it to an accepted type.";

/** Recognises a file by its content. Throws Refused for every type that is not accepted. */
export async function recognise(path: string): Promise<FileKind> {
  const named = await fileTypeFromFile(path);
  const fileType = named?.mime === "audio/mpeg" && !(await isLayer3(path)) ? undefined : named;
  const acceptedType = fileType && accepted[fileType.mime];
  if (acceptedType) return { contentType: acceptedType[0], extension: acceptedType[1] };
  if (fileType?.mime === "application/x-cfb") throw refusedType(await oldOfficeOf(path));
  if (fileType && fileType.mime !== "application/xml" && !texts.has(fileType.mime))
    throw refusedType(`${refusedWords(fileType.mime)} Convert it to an accepted type.`);
  if (await isDrawing(path)) return { contentType: "image/svg+xml", extension: "svg" };
  const text = fileType?.mime === "application/xml" ? undefined : await textKindOf(path);
  if (text) return text;
  throw refusedType(unknown);
}

/** Texts in UTF-16 begin with the bits of a frame, too, but not of the layer that MP3 is called after. */
async function isLayer3(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(3), 0, 3, 0);
    return buffer.toString("latin1") === "ID3" || (buffer.readUInt8(1) & 0b110) === 0b010;
  } finally {
    await file.close();
  }
}

function office(contentType: string, extension: string): Record<string, readonly [string, string]> {
  return { [contentType]: [contentType, extension] };
}

/** The names of the library are few and its own: nothing of the file is repeated. */
function refusedWords(mime: string): string {
  return `Files of the type ${mime} are not accepted.`;
}
