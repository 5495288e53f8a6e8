import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { soundOf } from "../../../../test/kit/made-files.ts";
import { prepareFile } from "./prepare.ts";
import { Refused } from "./refusal.ts";

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), "vitrine-files-"))));
afterAll(() => rm(folder, { recursive: true, force: true }));

let files = 0;
async function prepare(bytes: Buffer | string, keepMetadata = false) {
  const source = join(folder, String((files += 1)));
  await writeFile(source, bytes);
  return prepareFile({ source, target: `${source}.clean`, keepMetadata });
}
const refusal = async (bytes: Buffer | string) => {
  const error: unknown = await prepare(bytes).catch((thrown: unknown) => thrown);
  return error instanceof Refused ? error.refusal.refused : error;
};

const pdf = "%PDF-1.7\n1 0 obj << /Type /Pages /Kids [] /Count 12 >> endobj\ntrailer << >>\n%%EOF\n";

test("a PDF tells its number of pages, and one without its end is damaged", async () => {
  expect(await prepare(pdf)).toMatchObject({ contentType: "application/pdf", extension: "pdf", pages: 12 });
  expect(await refusal(pdf.slice(0, -8))).toBe("file_damaged");
});

const box = (type: string, ...content: Buffer[]) => {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, body]);
};

/** A film of 2.5 seconds and 320 × 180 pixels, with the place where it was made. */
function film(): Buffer {
  const movie = Buffer.alloc(100);
  movie.writeUInt32BE(1_000, 12);
  movie.writeUInt32BE(2_500, 16);
  const track = Buffer.alloc(84);
  track.writeInt32BE(0x10000, 40);
  track.writeUInt16BE(320, 76);
  track.writeUInt16BE(180, 80);
  const place = box("udta", Buffer.from("\u00a9xyz+69.6492+018.9553/", "latin1"));
  const index = box("moov", box("mvhd", movie), box("trak", box("tkhd", track)), place);
  return Buffer.concat([box("ftyp", Buffer.from("isom\0\0\0\0isommp42", "latin1")), index, box("mdat", Buffer.alloc(64, 7))]);
}

test("a film is measured, and the place where it was made is blanked, without moving anything", async () => {
  const made = film();
  const prepared = await prepare(made);
  expect(prepared).toMatchObject({ contentType: "video/mp4", durationMs: 2_500, width: 320, height: 180, bytes: made.length });
  const cleaned = await readFile(prepared.path);
  expect(cleaned.includes("69.6492")).toBe(false);
  expect(cleaned.subarray(-64)).toEqual(made.subarray(-64));
  expect((await prepare(cleaned)).sha256).toBe(prepared.sha256);
  expect((await readFile((await prepare(made, true)).path)).equals(made)).toBe(true);
  expect(await refusal(made.subarray(0, -10))).toBe("file_damaged");
});

test("a recording tells its length", async () => {
  expect(await prepare(soundOf())).toMatchObject({ contentType: "audio/wav", durationMs: 1_000 });
});

test("an archive without its list of contents is damaged, and is never opened", async () => {
  const entry = Buffer.concat([Buffer.from("PK\u0003\u0004\u0014\0\0\0\0\0", "latin1"), Buffer.alloc(40)]);
  const end = Buffer.concat([Buffer.from("PK\u0005\u0006", "latin1"), Buffer.alloc(18)]);
  expect(await prepare(Buffer.concat([entry, end]))).toMatchObject({ contentType: "application/zip" });
  expect(await refusal(entry)).toBe("file_damaged");
});

test("programs and pages are refused, whatever they are called", async () => {
  const hostile = [
    "MZ\u0090\0\u0003\0\0\0",
    "\u007fELF\u0002\u0001\u0001\0",
    "<!doctype html><script>alert(1)</script>",
    "<html><body>x",
    "<?php echo 1;",
  ];
  for (const text of hostile) expect([text, await refusal(Buffer.from(text, "latin1"))]).toEqual([text, "file_type_refused"]);
});
