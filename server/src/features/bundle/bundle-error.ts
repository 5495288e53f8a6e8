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
    const lines = faults.slice(0, shown).map((fault) => `  ${fault.path || "the bundle"}${placeOf(fault)} ${fault.message}`);
    const rest = faults.length > shown ? [`  … and ${faults.length - shown} more`] : [];
    super(
      [`The bundle has ${faults.length === 1 ? "a mistake" : `${faults.length} mistakes`}; nothing was changed:`, ...lines, ...rest].join(
        "\n",
      ),
    );
    this.faults = faults;
  }
}

function placeOf({ line, column }: BundleFault): string {
  if (line === undefined) return "";
  return column === undefined ? ` (line ${line})` : ` (line ${line}, column ${column})`;
}
