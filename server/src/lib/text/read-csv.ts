import { Readable } from "node:stream";
import { CsvError, parse, type Options } from "csv-parse";

/** A row of a table. `line` is its first line in the file, counted from 1. */
export interface CsvRow {
  line: number;
  cells: string[];
}

/** A table as text. The rows begin with the header, and can be read any number of times. */
export interface CsvFile {
  separator: Separator;
  rows(): AsyncGenerator<CsvRow, void>;
}

type Separator = "," | ";" | "\t";

/** The file is not a table. The message says what to do. */
export class UnreadableCsv extends Error {
  override readonly name = "UnreadableCsv";
  readonly code: "encoding" | "quote" | "too_large";
  /** Absent: the whole file. */
  readonly line: number | undefined;

  constructor(code: UnreadableCsv["code"], message: string, line?: number) {
    super(message);
    this.code = code;
    this.line = line;
  }
}

const chunkBytes = 64 * 1024;
/** Of one row, in characters: a quote that is not closed would take in the rest of the file. */
const maxRowLength = 256 * 1024;
const separators: readonly Separator[] = [",", ";", "\t"];
/** Of the header, in which the separator is looked for. */
const headBytes = 256 * 1024;

/**
 * A table as Excel, LibreOffice and Numbers save it: UTF-8, or UTF-16 with a byte order mark; separated by commas, semicolons or tabs, whichever the
 * header has most; lines that end with CRLF, LF or CR. Rows without any text are left out. Throws `UnreadableCsv`, also while rows are read.
 */
export function readCsv(bytes: Uint8Array): CsvFile {
  const [head = ""] = textOf(bytes.subarray(0, headBytes), { isWhole: bytes.length <= headBytes, atOnce: headBytes });
  // Excel writes such a line for itself.
  const hint = /^"?sep=([,;\t])"?(?:\r\n|\r|\n)/i.exec(head);
  const separator = (hint?.[1] as Separator | undefined) ?? mostFrequent(head);
  return { separator, rows: () => rowsOf(bytes, separator, hint ? 1 : 0) };
}

async function* rowsOf(bytes: Uint8Array, separator: Separator, hintLines: number): AsyncGenerator<CsvRow, void> {
  let nextLine = 1;
  const options: Options<CsvRow, string[]> = {
    delimiter: separator,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    max_record_size: maxRowLength,
    // Counted here: the parser's own numbers are off after a CRLF in quotation marks.
    on_record: (cells) => {
      const line = nextLine;
      nextLine += 1 + newlinesIn(cells);
      if (line <= hintLines || cells.every((cell) => cell === "")) return null;
      return { line, cells };
    },
  };
  // Its types expect the rows of a table without named columns to stay arrays.
  const parser = parse(options as unknown as Options);
  const source = Readable.from(textOf(bytes));
  source.on("error", (error) => parser.destroy(error)).pipe(parser);
  try {
    yield* parser as AsyncIterable<CsvRow>;
  } catch (error) {
    throw error instanceof CsvError ? unreadable(error, nextLine) : error;
  } finally {
    source.destroy();
  }
}

function newlinesIn(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
}

function unreadable({ code }: CsvError, line: number): UnreadableCsv {
  const wherefore = "put the value into quotation marks, and double those in it";
  return code === "CSV_MAX_RECORD_SIZE"
    ? new UnreadableCsv("too_large", "is too long: look for a quotation mark that is not closed", line)
    : new UnreadableCsv("quote", `has a quotation mark in the wrong place: ${wherefore}`, line);
}

/** The text, decoded piece by piece. */
function* textOf(bytes: Uint8Array, { isWhole = true, atOnce = chunkBytes } = {}): Generator<string, void> {
  const decoder = new TextDecoder(encodingOf(bytes), { fatal: true });
  for (let from = 0; from < bytes.length; from += atOnce) {
    const isLast = isWhole && from + atOnce >= bytes.length;
    let text: string;
    try {
      text = decoder.decode(bytes.subarray(from, from + atOnce), { stream: !isLast });
    } catch {
      throw new UnreadableCsv("encoding", "is not in UTF-8: save it as “CSV UTF-8”");
    }
    if (text.includes("\0")) throw new UnreadableCsv("encoding", "is not text: save it as “CSV UTF-8”");
    yield text;
  }
}

/** By the byte order mark, which the decoder drops. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

/** The separator that the first line has most often outside of quotation marks. */
function mostFrequent(head: string): Separator {
  const [header = ""] = head.replace(/"(?:[^"]|"")*"/g, "").split(/[\r\n]/);
  const counts = separators.map((separator) => header.split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))] ?? ",";
}
