import { expect, test } from "vitest";
import { fileName, nameInAddress } from "./file-name.ts";

test("a text keeps the ending that its sender chose, unless a program would run it", () => {
  for (const [sent, extension, name, inAddress] of [
    ["x.csv", "csv", "x.csv", "x.csv"],
    ["x.csv", "txt", "x.csv", "x.csv"],
    ["Data.JSON", "txt", "Data.JSON", "data.json"],
    ["table.txt", "csv", "table.txt", "table.txt"],
    ["notes.md", "txt", "notes.md", "notes.txt"],
    ["captions.srt", "txt", "captions.srt", "captions.srt"],
    ["captions.vtt", "vtt", "captions.vtt", "captions.vtt"],
    ["page.html", "txt", "page.html.txt", "page-html.txt"],
    ["run.sh", "txt", "run.sh.txt", "run-sh.txt"],
    ["photo.jpeg", "jpg", "photo.jpeg", "photo.jpg"],
    ["photo.json", "jpg", "photo.json.jpg", "photo-json.jpg"],
    [undefined, "csv", "file.csv", "file.csv"],
  ] as const) {
    const storedName = fileName(sent, extension);
    expect([storedName, nameInAddress(storedName, extension)]).toEqual([name, inAddress]);
  }
});
