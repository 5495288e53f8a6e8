import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { box, pdfOf } from "../../../../test/kit/made-files.ts";
import { drawnPicture, fileOfPhone, secretPlace } from "../../../../test/kit/pictures.ts";
import { avifOfItems, gifOf, pngChunk, pngWith } from "../../../../test/kit/hostile-pictures.ts";
import { checkSize } from "./check-size.ts";
import { cleanBytes } from "./clean.ts";
import { Refused } from "./refusal.ts";
import { cleanDrawing } from "./svg-pictures.ts";

/** The code of a refusal; "kept" if there is none. */
async function outcome(work: () => unknown): Promise<string> {
  try {
    await work();
    return "kept";
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return error.refusal.refused;
  }
}
const repeated = (piece: Buffer, times: number) => Buffer.alloc(piece.length * times, piece);
const drawing = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${content}</svg>`;

test("a file has a hundred thousand parts at most, of whatever kind", async () => {
  const many = 100_001;
  const jpeg = await drawnPicture(9, 9).jpeg().toBuffer();
  const webp = await drawnPicture(9, 9).webp().toBuffer();
  webp.writeUInt32LE(webp.length - 8 + many * 8, 4);
  const avif = await drawnPicture(9, 9).avif().toBuffer();
  const files = {
    png: pngWith(repeated(pngChunk("IDAT", Buffer.alloc(0)), many)),
    gif: Buffer.concat([gifOf(0).subarray(0, -1), repeated(Buffer.from([0x21, 0xfe, 0]), many), gifOf(1).subarray(19)]),
    jpeg: Buffer.concat([jpeg.subarray(0, 2), repeated(Buffer.from("ffec0002", "hex"), many), jpeg.subarray(2)]),
    webp: Buffer.concat([webp, repeated(Buffer.from("JUNK\0\0\0\0", "latin1"), many)]),
    avif: Buffer.concat([avif, repeated(box("free", ""), many)]),
  };
  for (const [format, file] of Object.entries(files))
    expect([format, await outcome(() => cleanBytes(`image/${format}`, file, false))]).toEqual([format, "file_too_costly"]);
  expect(await outcome(() => cleanBytes("image/avif", avifOfItems(10), false))).toBe("file_too_costly");
});

test("animations have a thousand frames at most, on a screen that can be shown", async () => {
  const clean = (file: Buffer, format = "gif") => outcome(() => cleanBytes(`image/${format}`, file, true));
  expect([await clean(gifOf(1_000)), await clean(gifOf(1_001))]).toEqual(["kept", "image_too_large"]);
  expect(await clean(gifOf(1, { screen: 10_001 }))).toBe("image_too_large");
  expect(await clean(gifOf(1_000, { screen: 2_000 }))).toBe("image_too_large");
  const frames = (count: number) => pngWith(pngChunk("acTL", Buffer.alloc(8)), repeated(pngChunk("fcTL", Buffer.alloc(26)), count));
  expect([await clean(frames(1_000), "png"), await clean(frames(1_001), "png")]).toEqual(["kept", "image_too_large"]);
});

test("an AVIF has 16 megapixels at most, others 40", async () => {
  const size = (width: number, height: number, type: string) => outcome(() => checkSize(width, height, 1, type));
  expect(await size(4_000, 4_000, "image/avif")).toBe("kept");
  expect(await size(4_001, 4_000, "image/avif")).toBe("image_too_large");
  expect(await size(8_000, 5_000, "image/jpeg")).toBe("kept");
  expect(await size(8_001, 5_000, "image/jpeg")).toBe("image_too_large");
});

test("an element of a drawing has 200 attributes at most", async () => {
  const of = (count: number) => drawing(`<g ${Array.from({ length: count }, (_, at) => `a${at}=""`).join(" ")}/>`);
  expect([await outcome(() => cleanDrawing(of(199), false)), await outcome(() => cleanDrawing(of(201), false))]).toEqual([
    "kept",
    "file_too_costly",
  ]);
});

describe("a picture in a drawing", () => {
  const showing = (file: Buffer | string, type = "png") =>
    drawing(`<image href="data:image/${type};base64,${Buffer.from(file).toString("base64")}"/>`);

  test("loses its place, like any other, and has its own type", async () => {
    const photo = await fileOfPhone("jpeg");
    expect(photo.includes(secretPlace)).toBe(true);
    const { text: cleaned } = await cleanDrawing(showing(photo), false);
    const [, type, data = ""] = /data:(image\/\w+);base64,([^"]*)/.exec(cleaned) ?? [];
    const storedPhoto = Buffer.from(data, "base64");
    expect([type, storedPhoto.includes(secretPlace)]).toEqual(["image/jpeg", false]);
    expect(await sharp(storedPhoto).metadata()).toMatchObject({ width: 64, height: 48, orientation: 6 });
    expect((await cleanDrawing(cleaned, false)).text).toBe(cleaned);
    expect((await cleanDrawing(showing(photo, "jpeg"), true)).text).toContain(photo.toString("base64"));
  });

  test("is counted with the others, as browsers decode it whole", async () => {
    const tall = await sharp({ create: { width: 5_000, height: 5_000, channels: 3, background: "#123" } })
      .png()
      .toBuffer();
    expect(await outcome(() => cleanDrawing(showing(tall), false))).toBe("kept");
    expect(await outcome(() => cleanDrawing(showing(tall).replace(/<image.*\/>/, "$&$&"), false))).toBe("image_too_large");
    expect(await outcome(() => cleanDrawing(showing(gifOf(1_001), "gif"), false))).toBe("image_too_large");
    for (const other of ["", "hello", pdfOf(1), drawing("<g/>")])
      expect(await outcome(() => cleanDrawing(showing(other), false))).toBe("file_damaged");
  });
});
