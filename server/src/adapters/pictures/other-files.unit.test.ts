import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { crc32 } from "node:zlib";
import { soundOf } from "../../../../test/kit/made-files.ts";
import { drawnAnimation, fileOfPhone } from "../../../../test/kit/pictures.ts";
import { prepareFile } from "./prepare.ts";
import { Refused } from "./refusal.ts";
import { renderPicture, TooCostlyHere } from "./render.ts";

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
  const filmBytes = film();
  const prepared = await prepare(filmBytes);
  expect(prepared).toMatchObject({ contentType: "video/mp4", durationMs: 2_500, width: 320, height: 180, bytes: filmBytes.length });
  const cleaned = await readFile(prepared.path);
  expect(cleaned.includes("69.6492")).toBe(false);
  expect(cleaned.subarray(-64)).toEqual(filmBytes.subarray(-64));
  expect((await prepare(cleaned)).sha256).toBe(prepared.sha256);
  expect((await readFile((await prepare(filmBytes, true)).path)).equals(filmBytes)).toBe(true);
  expect(await refusal(filmBytes.subarray(0, -10))).toBe("file_damaged");
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

const svg = 'xmlns="http://www.w3.org/2000/svg"';

test("a drawing is as large as browsers show it, whatever its units are", async () => {
  for (const [size, width, height] of [
    ['width="100mm" height="50mm"', 378, 189],
    ['width="10cm" height="5cm"', 378, 189],
    ['width="72pt" height="36pt"', 96, 48],
    ['width="2in" height="1in"', 192, 96],
    ['width="6pc" height="3pc"', 96, 48],
    ['width="101" height="51px"', 101, 51],
    ["", 301, 151],
  ] as const) {
    const drawn = await prepare(`<svg ${svg} ${size} viewBox="0 0 301 151"><rect width="100" height="50"/></svg>`);
    expect([size, drawn.width, drawn.height]).toEqual([size, width, height]);
  }
});

test("a variant that is expected to take longer than it may is not begun", async () => {
  const { path } = await prepare(
    await sharp({ create: { width: 400, height: 300, channels: 3, background: "#fff" } })
      .jpeg()
      .toBuffer(),
  );
  const rendering = { source: path, target: `${path}.avif`, width: 400, focus: [0.5, 0.5], format: "avif" } as const;
  // 120,000 pixels of AVIF, half a microsecond each.
  await expect(renderPicture(rendering, 40)).rejects.toThrow(TooCostlyHere);
  await expect(stat(rendering.target)).rejects.toThrow("ENOENT");
  expect(await renderPicture(rendering, 100)).toMatchObject({ width: 400, height: 300 });
});

test("inches and pixels in a drawing keep their proportion in a variant", async () => {
  const { path } = await prepare(
    `<svg ${svg} width="192" height="9"><rect width="1in" height="9" fill="#f00"/><rect x="1in" width="96" height="9" fill="#00f"/></svg>`,
  );
  const target = `${path}.png`;
  expect(await renderPicture({ source: path, target, width: 192, focus: [0.5, 0.5], format: "png" })).toMatchObject({
    width: 192,
    height: 9,
  });
  const { data, info } = await sharp(target).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number) => [...data.subarray((4 * info.width + x) * info.channels).subarray(0, 3)];
  expect([at(4), at(92), at(100), at(188)]).toEqual([
    [255, 0, 0],
    [255, 0, 0],
    [0, 0, 255],
    [0, 0, 255],
  ]);
});

test("what was cut out of a drawing is told, in a short list", async () => {
  const many = Array.from({ length: 30 }, (_, at) => `<g on${at}="x()"/>`).join("");
  expect(
    (
      await prepare(
        `<svg ${svg} width="9" height="9"><script/><rect style="mask:url(http://example.com/${"a".repeat(200)})"/>${many}</svg>`,
      )
    ).cut,
  ).toEqual([`mask:url(http://example.com/${"a".repeat(31)}…`, "<script>", ...Array.from({ length: 18 }, (_, at) => `<g on${at}>`)]);
  expect(await prepare(`<svg ${svg} width="9" height="9"/>`)).not.toHaveProperty("cut");
});

test("a drawing is stored in UTF-8, whatever its encoding is", async () => {
  const storedText = `<svg ${svg} width="9" height="9"><text>Größe</text></svg>`;
  for (const bytes of [
    Buffer.from(`<?xml version="1.0" encoding="iso-8859-1"?>${storedText}`, "latin1"),
    Buffer.from(`<?xml version='1.0' encoding='windows-1252' standalone='no'?>${storedText}`, "latin1"),
    Buffer.from(`\uFEFF<?xml version="1.0" encoding="UTF-16"?>${storedText}`, "utf16le"),
    Buffer.from(`\uFEFF${storedText}`, "utf16le"),
    Buffer.from(`\uFEFF<?xml version="1.0" encoding="UTF-16"?>${storedText}`, "utf16le").swap16(),
    Buffer.from(`\uFEFF<?xml version="1.0" encoding="iso-8859-1"?>${storedText}`),
    Buffer.from(storedText),
  ]) {
    expect((await readFile((await prepare(bytes)).path)).toString()).toBe(storedText);
  }
  expect(await refusal(Buffer.from(storedText, "latin1"))).toBe("file_damaged");
  expect(await refusal(`<?xml version="1.0" encoding="klingon"?>${storedText}`)).toBe("file_damaged");
});

test("a text is stored in UTF-8, whatever its encoding is", async () => {
  const table = "Name;Preis\nTür;3,50 €\nStuhl;4,50 €\n";
  const latin = Buffer.from(table.replaceAll("€", "\u0080"), "latin1");
  const utf16 = Buffer.from(`\uFEFF${table}`, "utf16le");
  for (const bytes of [Buffer.from(table), latin, utf16, Buffer.from(utf16).swap16()]) {
    const prepared = await prepare(bytes);
    expect([prepared.contentType, prepared.extension, (await readFile(prepared.path)).toString()]).toEqual(["text/csv", "csv", table]);
    expect(prepared.bytes).toBe(Buffer.byteLength(table));
  }
  const marked = Buffer.from(`\uFEFF${table}`);
  expect((await readFile((await prepare(marked)).path)).equals(marked)).toBe(true);
  expect((await readFile((await prepare(Buffer.from("Größe\n", "latin1"))).path)).toString()).toBe("Größe\n");
});

test("a table may have HTML and line ends in its cells", async () => {
  for (const table of [
    'Handle,Body (HTML)\nchair,"<p>Ash</p>"\ntable,"<header>Oak, ""solid""</header>\n<script>1</script>"\n',
    `Handle,Body (HTML),Price\r\n${`chair,"<body>\r\n${"<p>Ash,</p>\r\n".repeat(900)}</body>",3\r\n`.repeat(9)}`,
    'name,text\nchair,"two\nlines, and a comma"\ntable,one\n',
    "sep=;\nName;Preis;Farbe\nStuhl;3,50;rot\n",
  ]) {
    expect(await prepare(table)).toMatchObject({ contentType: "text/csv" });
  }
});

test("captions, dates and cards have their own types", async () => {
  for (const [text, contentType, extension] of [
    ["WEBVTT\n\n00:00.000 --> 00:02.000\n<v Anna>Hello\n", "text/vtt", "vtt"],
    ["\uFEFFWEBVTT - Title\n\n00:00.000 --> 00:02.000\nHello\n", "text/vtt", "vtt"],
    ["BEGIN:VCALENDAR\r\nVERSION:2.0\r\nX-ALT-DESC;FMTTYPE=text/html:<html><body>Hi\r\nEND:VCALENDAR\r\n", "text/calendar", "ics"],
    ["BEGIN:VCARD\r\nVERSION:3.0\r\nN:A;B\r\nEND:VCARD\r\n", "text/vcard", "vcf"],
    ["1\n00:00:00,000 --> 00:00:02,000\nHello\n", "text/plain", "txt"],
  ] as const) {
    expect([text, await prepare(text)]).toEqual([text, expect.objectContaining({ contentType, extension })]);
  }
});

test("an old Office file is refused with the format to save it in", async () => {
  const compound = (...streams: string[]) => {
    const file = Buffer.alloc(4_096);
    file.write("d0cf11e0a1b11ae1", "hex");
    file.writeUInt16LE(9, 30);
    file.writeUInt32LE(2, 48);
    for (const [index, name] of ["Root Entry", "SummaryInformation", ...streams].entries())
      file.write(name, 1_536 + index * 128, "utf16le");
    return file;
  };
  const detail = (bytes: Buffer) => prepare(bytes).catch((error: unknown) => (error as Refused).refusal.detail);
  expect(
    await Promise.all(
      [["WordDocument"], ["Workbook"], ["Book"], ["a", "b", "PowerPoint Document"], []].map((names) => detail(compound(...names))),
    ),
  ).toEqual([
    "Old Word files are not accepted. Save it as .docx.",
    "Old Excel files are not accepted. Save it as .xlsx.",
    "Old Excel files are not accepted. Save it as .xlsx.",
    "Old PowerPoint files are not accepted. Save it as .pptx.",
    "Old Office files are not accepted. Save it as .docx, .xlsx or .pptx.",
  ]);
});

test("a WebP stands upright in its own pixels", async () => {
  for (const orientation of [3, 6, 8]) {
    const file = await fileOfPhone("webp", { orientation });
    for (const keepMetadata of [false, true]) {
      const { path, width, height, sha256 } = await prepare(file, keepMetadata);
      const storedBytes = await readFile(path);
      const { orientation: left = 1, icc, ...head } = await sharp(storedBytes).metadata();
      expect([left, head.width, head.height, icc !== undefined]).toEqual([1, width, height, true]);
      expect([width, height]).toEqual(orientation === 3 ? [64, 48] : [48, 64]);
      const pixels = (bytes: Buffer) => sharp(bytes).autoOrient().removeAlpha().raw().toBuffer();
      const [before, after] = [await pixels(file), await pixels(storedBytes)];
      const difference = before.reduce((sum, value, at) => sum + Math.abs(value - (after[at] ?? 0)), 0) / before.length;
      expect(difference).toBeLessThan(4);
      expect((await prepare(storedBytes, keepMetadata)).sha256).toBe(sha256);
    }
  }
  const lossless = await sharp(Buffer.from([255, 0, 0, 0, 0, 255]), { raw: { width: 2, height: 1, channels: 3 } })
    .webp({ lossless: true })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const turned = await sharp((await prepare(lossless)).path)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([turned.info.width, turned.info.height, [...turned.data]]).toEqual([1, 2, [255, 0, 0, 0, 0, 255]]);
  const moving = await drawnAnimation(3).webp().withMetadata({ orientation: 6 }).toBuffer();
  const { path } = await prepare(moving);
  expect(await sharp(path).metadata()).toMatchObject({ pages: 3 });
  expect((await sharp(path).metadata()).orientation).toBeUndefined();
});

test("a PNG with a gamma has the colours that browsers show", async () => {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const gamma = (value: number) => {
    const data = Buffer.alloc(4);
    data.writeUInt32BE(Math.round(value * 100_000));
    return chunk("gAMA", data);
  };
  const grey = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#808080" } })
    .png()
    .toBuffer();
  for (const [chunks, expected] of [
    [[], 128],
    [[gamma(0.45455)], 128],
    [[gamma(1)], 186],
    [[gamma(0.3)], 90],
    [[gamma(1), chunk("sRGB", Buffer.alloc(1))], 128],
    [[gamma(0)], 128],
  ] as const) {
    const prepared = await prepare(Buffer.concat([grey.subarray(0, 33), ...chunks, grey.subarray(33)]));
    const target = `${prepared.path}.png`;
    await renderPicture({ source: prepared.path, target, width: 9, focus: [0.5, 0.5], format: "png" });
    const [shade = 0] = await sharp(target).raw().toBuffer();
    expect(Math.abs(shade - expected)).toBeLessThan(3);
    expect(Math.abs(Number.parseInt(prepared.dominantColor?.slice(1, 3) ?? "", 16) - expected)).toBeLessThan(3);
  }
});
