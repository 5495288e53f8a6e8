import type { ValidationError } from "../../../lib/http/problem.ts";

/** A mistake in a bundle, with its place in the text as far as that is known. Lines and columns count from 1. */
export interface BundleValidationError extends ValidationError {
  line?: number;
  column?: number;
}

const maxShownErrors = 50;
/** As many as are counted. */
export const maxErrors = 1_000;

/** Why a bundle was not imported: every mistake, with its JSON Pointer. Nothing was changed. */
export class BundleError extends Error {
  override readonly name = "BundleError";
  readonly errors: readonly BundleValidationError[];

  constructor(errors: readonly BundleValidationError[]) {
    super(
      [
        `The bundle has ${errors.length === 1 ? "a mistake" : `${errors.length} mistakes`}; nothing was changed:`,
        ...errorLines(errors),
      ].join("\n"),
    );
    this.errors = errors;
  }
}

/** A line for each fault, up to fifty. */
export function errorLines(errors: readonly BundleValidationError[]): string[] {
  const lines = errors.slice(0, maxShownErrors).map((error) => `  ${error.path || "the bundle"}${placeOf(error)} ${error.message}`);
  return errors.length > maxShownErrors ? [...lines, `  … and ${errors.length - maxShownErrors} more`] : lines;
}

function placeOf({ line, column }: BundleValidationError): string {
  if (line === undefined) return "";
  return column === undefined ? ` (line ${line})` : ` (line ${line}, column ${column})`;
}
