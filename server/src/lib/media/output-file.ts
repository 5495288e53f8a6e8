import fs, { createWriteStream, type WriteStream } from "node:fs";

/**
 * A stream into a file that only this user can read. The file is there before anything can fail: Node's own stream opens it later, and a pipeline that fails
 * meanwhile does not wait for it, so that the file appears after its removal. `flags` as of Node's `open`: `wx` refuses a file that exists.
 */
export function outputFile(path: string, flags: "wx" | "w" | "a"): WriteStream {
  return createWriteStream(path, { flags, mode: 0o600, fs: { ...fs, open: openAtOnce } });
}

function openAtOnce(path: string, flags: string, mode: number, opened: (error: unknown, file?: number) => void): void {
  let file: number;
  try {
    file = fs.openSync(path, flags, mode);
  } catch (error) {
    return opened(error);
  }
  opened(null, file);
}
