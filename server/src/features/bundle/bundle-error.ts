import type { Fault } from "../../lib/http/problem.ts";

/** A mistake in a bundle, with its place in the text as far as that is known. Lines and columns count from 1. */
export interface BundleFault extends Fault {
  line?: number;
  column?: number;
}

const shown = 50;

/** Why a bundle was not imported: every mistake, with its JSON Pointer. Nothing was changed. */
export class BundleError extends Error {
  override readonly name = "BundleError";
  readonly faults: readonly BundleFault[];

  constructor(faults: readonly BundleFault[]) {
    super(
      [
        `The bundle has ${faults.length === 1 ? "a mistake" : `${faults.length} mistakes`}; nothing was changed:`,
        ...faultLines(faults),
      ].join("\n"),
    );
    this.faults = faults;
  }
}

/** A line for each fault, up to fifty. */
export function faultLines(faults: readonly BundleFault[]): string[] {
  const lines = faults.slice(0, shown).map((fault) => `  ${fault.path || "the bundle"}${placeOf(fault)} ${fault.message}`);
  return faults.length > shown ? [...lines, `  … and ${faults.length - shown} more`] : lines;
}

function placeOf({ line, column }: BundleFault): string {
  if (line === undefined) return "";
  return column === undefined ? ` (line ${line})` : ` (line ${line}, column ${column})`;
}
