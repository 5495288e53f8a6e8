import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { filmOf, mp3Of, officeFiles, oggOf, pdfOf, soundOf, webmOf, zipOf, box } from "../../../../test/kit/made-files.ts";
import { pictureFolder, prepareBytes, type PictureFolder } from "../../../../test/kit/picture-files.ts";
import { drawnPicture } from "../../../../test/kit/pictures.ts";
import type { FileRefusal, Pictures, PreparedFile } from "../../ports/pictures.ts";
import { startPictures } from "../picture-pool.ts";

let folder: PictureFolder;
let pictures: Pictures;
beforeAll(async () => {
  folder = await pictureFolder();
  pictures = startPictures({ workers: 1 });
});
afterAll(async () => {
  await pictures.close();
  await folder.remove();
});

const prepare = (bytes: Buffer | string, options?: { keepMetadata: boolean }) => prepareBytes(pictures, folder, bytes, options);
/** The code of a refusal, or the type of what was kept. */
const outcome = (prepared: PreparedFile | FileRefusal): string => ("refused" in prepared ? prepared.refused : prepared.contentType);
/** What each of some files is taken for, beside what it should be. */
async function expectOutcomes(files: Readonly<Record<string, readonly [bytes: Buffer | string, expected: string]>>): Promise<void> {
  const before = await folder.names();
  const seen: Record<string, string> = {};
  for (const [name, [bytes]] of Object.entries(files)) seen[name] = outcome(await prepare(bytes));
  expect(seen).toEqual(Object.fromEntries(Object.entries(files).map(([name, [, expected]]) => [name, expected])));
  const refusals = Object.values(seen).filter((code) => !code.includes("/"));
  // A refusal leaves nothing but what was sent.
  if (refusals.length === Object.keys(seen).length) expect((await folder.names()).length).toBe(before.length + refusals.length);
}

test("each accepted type is told from its content, with its measures where the file tells them", async () => {
  const words = "application/vnd.openxmlformats-officedocument";
  const kinds: readonly [Buffer | string, Partial<PreparedFile>][] = [
    [pdfOf(12), { contentType: "application/pdf", extension: "pdf", pages: 12 }],
    [filmOf("here"), { contentType: "video/mp4", extension: "mp4", durationMs: 2_500, width: 640, height: 360 }],
    [filmOf("here", { turned: true }), { contentType: "video/mp4", width: 360, height: 640 }],
    [webmOf(1_500), { contentType: "video/webm", extension: "webm", durationMs: 1_500 }],
    [soundOf(), { contentType: "audio/wav", extension: "wav", durationMs: 1_000 }],
    [mp3Of(60), { contentType: "audio/mpeg", extension: "mp3" }],
    [oggOf(), { contentType: "audio/ogg", extension: "ogg" }],
    ["Bread is sold out.\nCome back tomorrow, på mandag.\n", { contentType: "text/plain", extension: "txt" }],
    ['name,price\nbread,30\n"cake, large",45\n', { contentType: "text/csv", extension: "csv" }],
    ["navn;pris\r\nbrød;30\r\n", { contentType: "text/csv" }],
    [zipOf({ "a.txt": "a" }), { contentType: "application/zip", extension: "zip" }],
    [officeFiles.docx!, { contentType: `${words}.wordprocessingml.document`, extension: "docx" }],
    [officeFiles.xlsx!, { contentType: `${words}.spreadsheetml.sheet`, extension: "xlsx" }],
    [officeFiles.pptx!, { contentType: `${words}.presentationml.presentation`, extension: "pptx" }],
    [officeFiles.odt!, { contentType: "application/vnd.oasis.opendocument.text", extension: "odt" }],
    [officeFiles.ods!, { contentType: "application/vnd.oasis.opendocument.spreadsheet", extension: "ods" }],
    [officeFiles.odp!, { contentType: "application/vnd.oasis.opendocument.presentation", extension: "odp" }],
    [
      '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><rect/></svg>',
      { contentType: "image/svg+xml", extension: "svg", width: 30 },
    ],
  ];
  for (const [bytes, expected] of kinds) {
    const prepared = await prepare(bytes);
    expect(prepared).toMatchObject(expected);
    expect(prepared).toHaveProperty("sha256");
  }
});

test("everything else is refused, whatever its name would be", async () => {
  const cfb = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(2_000)]);
  await expectOutcomes({
    html: ["<!doctype html><title>x</title>", "file_type_refused"],
    "html after spaces": ["\n\n  <HTML><body onload=alert(1)>", "file_type_refused"],
    "html after a comment": ["<!-- x --><script>alert(1)</script>", "file_type_refused"],
    "html in a text": ["hello\n<script>alert(1)</script>", "file_type_refused"],
    "html after a mark": ["\uFEFF<html>", "file_type_refused"],
    xhtml: ['<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>', "file_type_refused"],
    xml: ['<?xml version="1.0"?><rss/>', "file_type_refused"],
    php: ["<?php phpinfo();", "file_type_refused"],
    "php in a text": ["hello <?= 1 ?>", "file_type_refused"],
    "a shell script": ["#!/bin/sh\nrm -rf /", "file_type_refused"],
    postscript: ["%!PS-Adobe-3.0\nshowpage", "file_type_refused"],
    executable: [Buffer.concat([Buffer.from("MZ"), Buffer.alloc(500)]), "file_type_refused"],
    elf: [Buffer.concat([Buffer.from("\u007fELF\u0002\u0001\u0001"), Buffer.alloc(500)]), "file_type_refused"],
    "old office": [cfb, "file_type_refused"],
    "office with macros": [
      zipOf({
        "[Content_Types].xml": '<Types><Override ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>',
        "word/vbaProject.bin": "x",
      }),
      "file_type_refused",
    ],
    jar: [zipOf({ "META-INF/MANIFEST.MF": "Main-Class: A" }), "file_type_refused"],
    epub: [zipOf({ mimetype: "application/epub+zip" }), "file_type_refused"],
    rar: [Buffer.from("526172211a0700cf907300000d000000", "hex"), "file_type_refused"],
    heic: [Buffer.concat([box("ftyp", "heic\0\0\0\0mif1heic"), box("meta", "\0\0\0\0")]), "file_type_refused"],
    "moving AVIF": [Buffer.concat([box("ftyp", "avis\0\0\0\0avisavif"), box("moov", "")]), "file_type_refused"],
    tiff: [await drawnPicture(9, 9).tiff().toBuffer(), "file_type_refused"],
    quicktime: [box("ftyp", "qt  \0\0\0\0qt  "), "file_type_refused"],
    rtf: ["{\\rtf1 hello}", "file_type_refused"],
    "html in UTF-16": [Buffer.from("\uFEFF<html>", "utf16le"), "file_type_refused"],
    "half a character in UTF-16": [Buffer.from("\uFEFFhello", "utf16le").subarray(0, -1), "file_type_refused"],
    "UTF-16 without a mark": [Buffer.from("hello", "utf16le"), "file_type_refused"],
    "text in Cyrillic of Windows": [Buffer.from("cff0e8e2e5f2", "hex"), "file_type_refused"],
    "broken in the middle": [Buffer.concat([Buffer.from("brød "), Buffer.from([0xe5, 0x20]), Buffer.from("fisk")]), "file_type_refused"],
    "html at the beginning of a table": ["<html>,b\n1,2\n", "file_type_refused"],
    "text with NUL": ["hello\0world", "file_type_refused"],
    "text with escapes": ["\u001b]0;x\u0007", "file_type_refused"],
    "broken at its end": [Buffer.concat([Buffer.alloc(200_000, "a"), Buffer.from([0xc3])]), "file_type_refused"],
    spaces: [" \n ", "file_type_refused"],
    empty: ["", "file_type_refused"],
    chance: [Buffer.from(Array.from({ length: 600 }, (_, at) => (at * at * 31 + 7) % 256)), "file_type_refused"],
  });
});

test("files of two kinds at once are one of them, or refused", async () => {
  const gif = await drawnPicture(9, 9).gif().toBuffer();
  const jpeg = await drawnPicture(9, 9).jpeg().toBuffer();
  const script = "/*=1;alert(1)//*/";
  await expectOutcomes({
    "a page that is a PDF later": [`<html><script>alert(1)</script>${pdfOf(1)}`, "file_type_refused"],
    "a script that begins like a GIF": [`GIF89a=1;${script}`, "file_damaged"],
    "a JPEG that ends as an archive": [Buffer.concat([jpeg, zipOf({ "a.txt": "a" })]), "image/jpeg"],
    "a GIF that ends as a page": [Buffer.concat([gif, Buffer.from("<script>alert(1)</script>")]), "image/gif"],
    "a PNG that ends as a script": [Buffer.concat([await drawnPicture(9, 9).png().toBuffer(), Buffer.from(script)]), "image/png"],
    "a JPEG in words": ["\u00ff\u00d8\u00ff hello", "text/plain"],
  });
  const ended = await prepare(Buffer.concat([jpeg, zipOf({ "META-INF/MANIFEST.MF": "x" })]));
  expect((await readFile((ended as PreparedFile).path)).equals(jpeg)).toBe(true);
});

test("damaged films, documents and archives are refused", async () => {
  const film = filmOf("here");
  await expectOutcomes({
    "a film without its end": [film.subarray(0, -5), "file_damaged"],
    "a film without an index": [Buffer.concat([box("ftyp", "isom\0\0\0\0isommp42"), box("mdat", "x")]), "file_damaged"],
    "a PDF without its end": [pdfOf(3).slice(0, -9), "file_damaged"],
    "an archive without its end": [officeFiles.docx!.subarray(0, -30), "file_damaged"],
  });
});

test("a film loses its place, and nothing moves in it", async () => {
  const film = filmOf("+69.6489+018.9551/");
  const { path } = (await prepare(film)) as PreparedFile;
  const cleaned = await readFile(path);
  expect([cleaned.length, cleaned.includes("+69.6489"), cleaned.includes("pixels and sounds")]).toEqual([film.length, false, true]);
  expect(((await prepare(cleaned)) as PreparedFile).path).not.toContain("cleaned");
  expect((await readFile(((await prepare(film, { keepMetadata: true })) as PreparedFile).path)).equals(film)).toBe(true);
});

test("an archive is not opened, however much is in it", async () => {
  const entry = zipOf({ bomb: "" });
  entry.writeUInt32LE(0xffffffff, 22);
  expect(outcome(await prepare(entry))).toBe("application/zip");
});
