/** An error in a line of a table. */
export interface LineError {
  /** Counted from 1. Undefined: the heading, or the file as a whole. */
  line: number | undefined;
  /** Empty: the whole line. */
  column: string;
  code: string;
}

/** The errors of an import by line, from pointers such as `/lines/12/price`. */
export function lineErrors(errors: readonly { path: string; code: string }[]): LineError[] {
  return errors.map(({ path, code }) => {
    const [, line, column = ""] = /^\/lines\/(\d+)(?:\/(.*))?$/.exec(path) ?? [];
    const name = (line === undefined ? path.replace(/^\/(?:columns\/)?/, "") : column).replaceAll("~1", "/").replaceAll("~0", "~");
    return { line: line === undefined ? undefined : Number(line), column: name, code };
  });
}
