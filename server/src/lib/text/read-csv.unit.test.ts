import { describe, expect, test } from "vitest";
import { csvStart, csvText, withoutApostrophe } from "./csv.ts";
import { readCsv, UnreadableCsv, type CsvRow } from "./read-csv.ts";

async function rowsOf(file: string | Buffer): Promise<CsvRow[]> {
  const rows: CsvRow[] = [];
  for await (const row of readCsv(Buffer.from(file as string)).rows()) rows.push(row);
  return rows;
}

const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);

describe("a table is read as a spreadsheet saved it", () => {
  const rows = [
    { line: 1, cells: ["a", "b"] },
    { line: 2, cells: ["x\nü", "2;,😀"] },
    { line: 4, cells: ["z", "3"] },
  ];
  test.each([
    ["commas", 'a,b\n"x\nü","2;,😀"\nz,3\n'],
    ["a byte order mark", '\ufeffa,b\n"x\nü","2;,😀"\nz,3'],
    ["semicolons", 'a;b\n"x\nü";"2;,😀"\nz;3\n'],
    ["Excel's hint", 'sep=;\na;b\n"x\nü";"2;,😀"\nz;3\n'],
    ["tabs, in UTF-16", utf16('a\tb\n"x\nü"\t2;,😀\nz\t3\n')],
    ["CRLF", 'a,b\r\n"x\nü","2;,😀"\r\nz,3\r\n'],
    ["CR", 'a,b\r"x\nü","2;,😀"\rz,3\r'],
  ])("%s", async (name, file) => {
    const shift = name === "Excel's hint" ? 1 : 0;
    expect(await rowsOf(file)).toEqual(rows.map(({ line, cells }) => ({ line: line + shift, cells })));
  });

  test("rows without text are left out, and lines are counted all the same", async () => {
    expect(await rowsOf('a,b\r\n"x\r\ny",2\r\n\r\n,\r\nz,3,4\r\n5\r\n')).toEqual([
      { line: 1, cells: ["a", "b"] },
      { line: 2, cells: ["x\r\ny", "2"] },
      { line: 6, cells: ["z", "3", "4"] },
      { line: 7, cells: ["5"] },
    ]);
  });

  test("characters at the edge of a piece stay whole", async () => {
    const text = "😀".repeat(50_000);
    expect(await rowsOf(`a\n${text.slice(0, 90_000)}\n`)).toEqual([
      { line: 1, cells: ["a"] },
      { line: 2, cells: [text.slice(0, 90_000)] },
    ]);
  });
});

test.each([
  ["a quotation mark that is not closed", 'a,b\n1,2\n3,"x\n4,5\n', "quote", 3],
  ["a quotation mark inside a value", 'a,b\n1,2\n15" x,2\n', "quote", 3],
  ["text after a quotation mark", 'a,b\n"x"y,2\n', "quote", 2],
  ["a very long row", `a,b\n"${"x".repeat(300_000)}`, "too_large", 2],
  ["Latin-1", Buffer.from("a,b\nü,1\n", "latin1"), "encoding", undefined],
  ["UTF-16 without a mark", Buffer.from("a,b\n", "utf16le"), "encoding", undefined],
])("%s is refused with its line", async (_name, file, code, line) => {
  const error: unknown = await rowsOf(file).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UnreadableCsv);
  expect(error).toMatchObject({ code, line });
});

test("what is written is read back unchanged", async () => {
  const texts = ["=1+1", "'=1+1", "''=1+1", "'", "'quoted'", 'a"b', "a\nb", "a\r\nb", "\ta", "-1", "@x", "＝1", ";", "😀", "", " x "];
  const [row] = await rowsOf(csvStart + csvText([texts]));
  expect(row?.cells.map(withoutApostrophe)).toEqual(texts);
});
