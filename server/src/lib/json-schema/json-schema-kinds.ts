export type Schema = Record<string, unknown>;

export function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The objects that a value may refer to: `{ "$ref": "vitrine:entry" }` in a schema, `{ "entry": … }` in the value. */
export const referenceKinds = ["entry", "page", "product", "category", "asset"] as const;
export type ReferenceKind = (typeof referenceKinds)[number];

/** What a reference to an asset may say besides: the words and the crop that it needs in its place. */
export const ofAsset = {
  alt: { type: "string", maxLength: 2_000 },
  focus: { type: "array", minItems: 2, maxItems: 2, items: { type: "number", minimum: 0, maximum: 1 } },
};

/** The kinds of files that `x-accept` names. */
const acceptedKinds = ["image", "video", "audio", "document"] as const;

/** The fault of the value of `x-accept`, if there is one. */
export function acceptError(value: unknown): string | undefined {
  const kinds: unknown[] = Array.isArray(value) ? value : [];
  const isGood =
    kinds.length > 0 && new Set(kinds).size === kinds.length && kinds.every((kind) => acceptedKinds.some((each) => each === kind));
  return isGood ? undefined : `must be a list of different ones of ${acceptedKinds.join(", ")}`;
}

/** A file that a visitor sends with a form: `{ "$ref": "vitrine:upload" }` in the form's schema. */
export const uploadRef = "vitrine:upload";

/** MiB of all files of a submission; `x-maxMb` limits one file. */
export const mostUploadMb = 20;

const mostAccepted = 20;

/** The fault of the value of `x-accept` beside an upload, if there is one: kinds of files, or their media types. */
export function uploadAcceptError(value: unknown): string | undefined {
  const types: unknown[] = Array.isArray(value) ? value : [];
  const isGood =
    types.length > 0 &&
    types.length <= mostAccepted &&
    new Set(types).size === types.length &&
    types.every((type) => acceptedKinds.some((each) => each === type) || (typeof type === "string" && mediaType.test(type)));
  return isGood
    ? undefined
    : `must be a list of up to ${mostAccepted} different ones of ${acceptedKinds.join(", ")} or media types such as application/pdf`;
}

const mediaType = /^[a-z]{1,20}\/[a-z0-9][a-z0-9.+-]{0,99}$/;

/** A file among the values to be checked. No JSON is one, so that nobody can name a file that they did not send. */
export class UploadedFile {
  /** Its place among the files of the submission. */
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

/** Whether a value has the form of a reference of the kind. */
export function isReferenceTo(value: unknown, kind: string): value is Schema {
  if (!isSchema(value) || !Object.hasOwn(value, kind)) return false;
  return Object.keys(value).every((name) => name === kind || (kind === "asset" && Object.hasOwn(ofAsset, name)));
}

export const scheme = "vitrine:";

/** The kind that a `$ref` names; undefined for one that leads into the schema. */
export function referenceKindOf($ref: unknown): ReferenceKind | undefined {
  return referenceKinds.find((kind) => $ref === scheme + kind);
}
