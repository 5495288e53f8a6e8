import { crc32 } from "node:zlib";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { drawnAnimation, drawnPicture, fileOfPhone, pixelFormats, secretPlace, type PixelFormat } from "../../../../test/kit/pictures.ts";
import { cleanBytes } from "./clean.ts";
import { Refused } from "./refusal.ts";

const clean = (format: PixelFormat, file: Buffer, keepMetadata = false) =>
  Buffer.concat(cleanBytes(`image/${format}`, file, keepMetadata).pieces);
/** The pixels as they are stored, of all frames. */
const pixelsOf = (file: Buffer) => sharp(file, { animated: true, autoOrient: false }).raw().toBuffer();
const tells = (file: Buffer, text: string) => file.includes(text) || file.includes(Buffer.from(text, "utf16le"));

/** What a cleaned file is, whatever it was. */
async function expectClean(format: PixelFormat, file: Buffer): Promise<Buffer> {
  const cleaned = clean(format, file);
  const [before, after] = [await sharp(file).metadata(), await sharp(cleaned).metadata()];
  expect((await pixelsOf(cleaned)).equals(await pixelsOf(file))).toBe(true);
  expect(after.icc).toEqual(before.icc);
  expect(after.autoOrient).toEqual(before.autoOrient);
  expect(after).toMatchObject({ space: before.space, depth: before.depth, hasAlpha: before.hasAlpha, isProgressive: before.isProgressive });
  expect([after.loop, after.delay, after.pages]).toEqual([before.loop, before.delay, before.pages]);
  expect([after.xmp, after.iptc, after.comments, tells(cleaned, secretPlace)]).toEqual([undefined, undefined, undefined, false]);
  expect(after.exif?.length ?? 0).toBeLessThanOrEqual(after.orientation === undefined ? 0 : 32);
  expect(clean(format, cleaned).equals(cleaned)).toBe(true);
  return cleaned;
}

describe.each(pixelFormats)("a picture in %s", (format) => {
  test("loses its place and its author, and keeps its pixels, its colours and its rotation", async () => {
    for (const orientation of [1, 3, 6, 8]) {
      const file = await fileOfPhone(format, { orientation });
      expect(tells(file, secretPlace)).toBe(format !== "gif");
      await expectClean(format, file);
    }
  });

  test("keeps its metadata where the site wants it to", async () => {
    const file = await fileOfPhone(format);
    expect(clean(format, file, true).equals(file)).toBe(true);
    expect(clean(format, clean(format, file, true), true).equals(file)).toBe(true);
  });

  test("ends where the picture ends", async () => {
    const file = await fileOfPhone(format);
    const appended = Buffer.concat([file, Buffer.from("PK\u0003\u0004 an archive <script>alert(1)</script>", "latin1")]);
    expect(clean(format, appended).equals(clean(format, file))).toBe(true);
    expect(clean(format, appended, true).equals(file)).toBe(true);
  });

  test("is damaged wherever it is cut, or decoders find it so", async () => {
    const file = await drawnPicture(40, 30).toFormat(format).toBuffer();
    for (let length = 12; length < file.length; length += 1) {
      const cut = file.subarray(0, length);
      let cleaned: Buffer;
      try {
        cleaned = clean(format, cut);
      } catch (error) {
        expect(error).toBeInstanceOf(Refused);
        expect((error as Refused).refusal.refused).toBe("file_damaged");
        continue;
      }
      await expect(sharp(cleaned, { failOn: "error" }).raw().toBuffer()).rejects.toThrow();
    }
  });
});

describe("segments of JPEG", () => {
  const segment = (marker: number, payload: string) => {
    const data = Buffer.from(payload, "latin1");
    return Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255, ...data]);
  };

  test("that programs add are cut out, in baseline, progressive and CMYK files", async () => {
    const added = [
      segment(0xe0, "JFXX\0 a small picture"),
      segment(0xe2, "MPF\0 further pictures"),
      segment(0xed, "Photoshop 3.0\0 IPTC"),
      segment(0xfe, secretPlace),
      segment(0xef, "anything"),
    ];
    const files = [
      drawnPicture(64, 48).jpeg(),
      drawnPicture(64, 48).jpeg({ progressive: true, chromaSubsampling: "4:4:4" }),
      drawnPicture(64, 48).greyscale().jpeg(),
      drawnPicture(64, 48).toColourspace("cmyk").withIccProfile("cmyk").jpeg(),
    ];
    for (const picture of files) {
      const file = await picture.toBuffer();
      const padded = Buffer.concat([file.subarray(0, 2), ...added, Buffer.from([0xff, 0xff]), file.subarray(2)]);
      expect((await expectClean("jpeg", padded)).equals(clean("jpeg", file))).toBe(true);
    }
  });

  test("a small picture inside of JFIF goes, too", async () => {
    const file = await drawnPicture(64, 48).jpeg().toBuffer();
    const withJfif = (thumbnail: string) => {
      const jfif = segment(0xe0, `JFIF\0\u0001\u0001\0\0H\0H${thumbnail}`);
      return Buffer.concat([file.subarray(0, 2), jfif, file.subarray(2)]);
    };
    expect((await expectClean("jpeg", withJfif("\u0001\u0001abc"))).equals(withJfif("\0\0"))).toBe(true);
  });
});

describe("chunks of PNG", () => {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };

  test("that are not of the picture are dropped", async () => {
    const kinds = ["tEXt", "zTXt", "iTXt", "tIME", "caBX", "prVt"].map((type) => chunk(type, Buffer.from(`Comment\0${secretPlace}`)));
    const files = [
      drawnPicture(64, 48).png({ palette: true }),
      drawnPicture(64, 48).png({ progressive: true }),
      drawnPicture(64, 48).toColourspace("rgb16").png(),
      drawnPicture(64, 48).ensureAlpha(0.5).png(),
    ];
    for (const picture of files) {
      const file = await picture.toBuffer();
      const padded = Buffer.concat([file.subarray(0, 33), ...kinds, file.subarray(33)]);
      expect((await expectClean("png", padded)).equals(clean("png", file))).toBe(true);
    }
  });

  test("frames of an animation are kept, and counted", async () => {
    const file = await drawnPicture(8, 8).png().toBuffer();
    const frames = [chunk("acTL", Buffer.alloc(8)), ...Array.from({ length: 3 }, () => chunk("fcTL", Buffer.alloc(26)))];
    const animated = Buffer.concat([file.subarray(0, 33), ...frames, file.subarray(33)]);
    const { pieces, frames: counted } = cleanBytes("image/png", animated, false);
    expect([Buffer.concat(pieces).includes("acTL"), counted]).toEqual([true, 3]);
  });
});

describe("animations", () => {
  test("keep their frames, their loop and their times", async () => {
    const gif = await drawnAnimation(5).gif({ loop: 3, delay: 70 }).toBuffer();
    expect(cleanBytes("image/gif", gif, false).frames).toBe(5);
    const block = (label: number, ...texts: string[]) =>
      Buffer.from([0x21, label, ...texts.flatMap((text) => [text.length, ...Buffer.from(text, "latin1")]), 0]);
    const head = 13 + 3 * 2 ** (((gif[10] ?? 0) & 7) + 1) * ((gif[10] ?? 0) >> 7);
    const added = [block(0xfe, "a comment"), block(0xff, "XMP DataXMP", "a place"), block(0x01, "123456789012", "a text")];
    const padded = Buffer.concat([gif.subarray(0, head), ...added, gif.subarray(head)]);
    expect((await expectClean("gif", padded)).equals(gif)).toBe(true);
    for (const lossless of [true, false]) {
      const webp = await drawnAnimation(4)
        .webp({ loop: 2, delay: 120, lossless })
        .withExif({ IFD0: { Copyright: secretPlace } })
        .toBuffer();
      expect(cleanBytes("image/webp", await expectClean("webp", webp), false).frames).toBe(4);
    }
  });
});

test("a GIF keeps the transparency, the time and the disposal of each image, whatever stands before the image", async () => {
  const control = Buffer.from([0x21, 0xf9, 4, 0b1001, 50, 0, 1, 0]);
  const image = Buffer.from([0x2c, 0, 0, 0, 0, 2, 0, 2, 0, 0, 2, 2, 0x8c, 0x53, 0]);
  const gif = (...blocks: Buffer[]) =>
    Buffer.concat([
      Buffer.from("GIF89a\u0002\0\u0002\0\u0080\0\0", "latin1"),
      Buffer.from([0, 0, 255, 0, 0, 0]),
      ...blocks,
      Buffer.from([0x3b]),
    ]);
  const between = [
    Buffer.from([0x21, 0xfe, 2, 0x68, 0x69, 0]),
    Buffer.from([0x21, 0x01, 12, 0, 0, 0, 0, 2, 0, 2, 0, 1, 1, 0, 1, 1, 0x68, 0]),
    Buffer.from([0x21, 0xff, 11, ...Buffer.from("XMP DataXMP"), 1, 0x20, 0]),
    Buffer.from([0x21, 0x42, 1, 7, 0]),
  ];
  for (const block of [...between, Buffer.concat(between)]) {
    expect(clean("gif", gif(control, block, image, control, block, image)).equals(gif(control, image, control, image))).toBe(true);
  }
  const loop = Buffer.from([0x21, 0xff, 11, ...Buffer.from("NETSCAPE2.0"), 3, 1, 0, 0, 0]);
  expect(clean("gif", gif(control, loop, image)).equals(gif(loop, control, image))).toBe(true);
});

test("pictures in WebP and AVIF of every kind keep their pixels", async () => {
  for (const options of [{ lossless: true }, { nearLossless: true }, { quality: 40, alphaQuality: 50 }]) {
    await expectClean("webp", await drawnPicture(64, 48).ensureAlpha(0.4).webp(options).toBuffer());
    await expectClean(
      "webp",
      await drawnPicture(63, 47)
        .webp(options)
        .withExif({ IFD0: { Copyright: secretPlace } })
        .toBuffer(),
    );
  }
  for (const options of [{ lossless: true }, { chromaSubsampling: "4:4:4" }, { bitdepth: 10 as const }]) {
    const file = drawnPicture(64, 48)
      .ensureAlpha(0.4)
      .avif(options)
      .withExif({ IFD0: { Copyright: secretPlace } });
    await expectClean("avif", await file.toBuffer());
  }
});
