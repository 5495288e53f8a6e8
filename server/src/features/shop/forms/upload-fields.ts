import { mostUploadMb, UploadedFile, uploadRef } from "../../../lib/json-schema/json-schema-kinds.ts";
import { isUuid } from "../../../lib/text/uuid.ts";
import type { ValidationError } from "../../../lib/http/problem.ts";
import type { FileRefusal, PreparedFile } from "../../../ports/pictures.ts";
import { kindOfFile, type FormFile } from "../../content/media/index.ts";
import type { Schema } from "./form-members.ts";

/** A field of a form for a file, or for several. */
export interface UploadField {
  /** Kinds of files, and media types. Undefined: all that the media library takes. */
  accept: readonly string[] | undefined;
  maxBytes: number;
}

/** The fields for files of a schema, by name. */
export function uploadFieldsOf(schema: Schema): Map<string, UploadField> {
  const fields = new Map<string, UploadField>();
  for (const [name, member] of Object.entries((schema["properties"] as Record<string, Schema> | undefined) ?? {})) {
    const field = member["$ref"] === uploadRef ? member : (member["items"] as Schema | undefined);
    if (field?.["$ref"] !== uploadRef) continue;
    const maxMb = (field["x-maxMb"] as number | undefined) ?? mostUploadMb;
    fields.set(name, { accept: field["x-accept"] as string[] | undefined, maxBytes: maxMb * 2 ** 20 });
  }
  return fields;
}

/** The paths of files by their places, as they stand in the values. */
function pathsOfFiles(data: Readonly<Record<string, unknown>>): Map<number, string> {
  const paths = new Map<number, string>();
  for (const [name, value] of Object.entries(data)) {
    if (value instanceof UploadedFile) paths.set(value.index, `/data/${name}`);
    if (!Array.isArray(value)) continue;
    for (const [place, item] of value.entries()) if (item instanceof UploadedFile) paths.set(item.index, `/data/${name}/${place}`);
  }
  return paths;
}

/** The errors of files by what is known once they have arrived. A form that changed meanwhile may allow less than before. */
export function arrivalErrors(
  schema: Schema,
  data: Readonly<Record<string, unknown>>,
  files: readonly FormFile[],
  maxFiles: number,
): ValidationError[] {
  const fields = uploadFieldsOf(schema);
  const paths = pathsOfFiles(data);
  return files.flatMap(({ field, bytes, refused }, index) => {
    const fieldOfFile = fields.get(field);
    const path = paths.get(index) ?? "/data";
    if (!fieldOfFile) return [{ path, code: "upload", message: "does not take a file" }];
    if (refused === "too_many")
      return [{ path, code: "too_many_files", message: `is one too many: a submission may have ${maxFiles} files` }];
    if (refused !== undefined || bytes > fieldOfFile.maxBytes)
      return [{ path, code: "file_too_large", message: `must have at most ${fieldOfFile.maxBytes / 2 ** 20} MB` }];
    if (bytes === 0) return [{ path, code: "empty_file", message: "is an empty file" }];
    return [];
  });
}

/** The errors of files by their contents. */
export function contentErrors(
  schema: Schema,
  data: Readonly<Record<string, unknown>>,
  files: readonly FormFile[],
  prepared: readonly (PreparedFile | FileRefusal)[],
): ValidationError[] {
  const fields = uploadFieldsOf(schema);
  const paths = pathsOfFiles(data);
  return prepared.flatMap((file, index) => {
    const path = paths.get(index) ?? "/data";
    if ("refused" in file) return [{ path, code: file.refused, message: messages[file.refused] }];
    const { accept } = fields.get(files[index]?.field ?? "") ?? {};
    if (!accept || accept.includes(file.contentType) || accept.includes(kindOfFile(file.contentType))) return [];
    return [{ path, code: "x-accept", message: `must be one of: ${accept.join(", ")}` }];
  });
}

const messages: Readonly<Record<FileRefusal["refused"], string>> = {
  file_type_refused: "is of a type that is not accepted",
  image_too_large: "has too many pixels",
  file_damaged: "is damaged or incomplete",
  file_too_costly: "takes too much time or memory to process",
};

/** A file in the data of a submission. */
export interface SubmittedFile {
  id: string;
  name: string;
  type: string;
  size: number;
}

/** The values with what people see of each file. */
export function withFiles(data: Readonly<Record<string, unknown>>, files: readonly SubmittedFile[]): Record<string, unknown> {
  const shownFiles = files.map(({ id, name, type, size }): SubmittedFile => ({ id, name, type, size }));
  const shown = (value: unknown) => (value instanceof UploadedFile ? shownFiles[value.index] : value);
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, Array.isArray(value) ? value.map(shown) : shown(value)]));
}

/** The values without files, as spam is stored. */
export function withoutFiles(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const isFile = (value: unknown) => value instanceof UploadedFile;
  return Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) =>
      isFile(value) || (Array.isArray(value) && value.some(isFile)) ? [] : [[name, value] as const],
    ),
  );
}

/** The files in a stored value of a field for files; empty for any other value, such as one from before the field was for files. */
export function filesIn(value: unknown): SubmittedFile[] {
  return [value].flat().filter((item): item is SubmittedFile => {
    const { id, name, type, size } = (typeof item === "object" && item !== null ? item : {}) as Partial<
      Record<keyof SubmittedFile, unknown>
    >;
    return typeof id === "string" && isUuid(id) && typeof name === "string" && typeof type === "string" && typeof size === "number";
  });
}

/** The values, with the files in fields for files as texts. */
export function withFileTexts(
  schema: Schema,
  data: Readonly<Record<string, unknown>>,
  textOf: (files: readonly SubmittedFile[]) => string,
): Record<string, unknown> {
  const fields = uploadFieldsOf(schema);
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      const files = fields.has(name) ? filesIn(value) : [];
      return [name, files.length > 0 ? textOf(files) : value];
    }),
  );
}
