import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { box } from "./made-files.ts";
import { drawnPicture } from "./pictures.ts";

const uint32 = (value: number) => Buffer.from([value >>> 24, value >>> 16, value >>> 8, value].map((byte) => byte & 255));
const uint16le = (value: number) => Buffer.from([value & 255, (value >> 8) & 255]);

export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))]);
}

interface PngSize {
  width: number;
  height: number;
  depth?: 8 | 16;
  colour?: 2 | 6;
  interlaced?: boolean;
}

const pngHead = ({ width, height, depth = 8, colour = 6, interlaced = false }: PngSize) =>
  Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    pngChunk("IHDR", Buffer.concat([uint32(width), uint32(height), Buffer.from([depth, colour, 0, 0, interlaced ? 1 : 0])])),
  ]);
const pngEnd = pngChunk("IEND", Buffer.alloc(0));

/** Black pixels, a thousand to a byte. `bytes`: of the unpacked pixels, if they are others than the size needs. */
function pngBomb(size: PngSize, bytes = size.height * (1 + size.width * (size.colour === 2 ? 3 : 4) * ((size.depth ?? 8) / 8))): Buffer {
  return Buffer.concat([pngHead(size), pngChunk("IDAT", deflateSync(Buffer.alloc(bytes), { level: 9 })), pngEnd]);
}

/** A small picture with something else in it. */
export function pngWith(...chunks: readonly Buffer[]): Buffer {
  const pixels = pngChunk("IDAT", deflateSync(Buffer.alloc(4 * 17)));
  return Buffer.concat([pngHead({ width: 4, height: 4 }), ...chunks, pixels, pngEnd]);
}

/** A colour profile, or a text, that is a gigabyte once it is unpacked. */
function packedBomb(type: "iCCP" | "zTXt"): Buffer {
  return pngChunk(type, Buffer.concat([Buffer.from("name\0\0", "latin1"), deflateSync(Buffer.alloc(2 ** 29), { level: 9 })]));
}

/** Frames of one pixel, as many as there shall be. */
export function gifOf(frames: number, { width = 1, height = 1, left = 0, screen = 1 } = {}): Buffer {
  const head = Buffer.concat([
    Buffer.from("GIF89a"),
    uint16le(screen),
    uint16le(screen),
    Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
  ]);
  const frame = Buffer.concat([
    Buffer.from([0x21, 0xf9, 4, 0, 1, 0, 0, 0, 0x2c]),
    ...[left, 0, width, height].map(uint16le),
    Buffer.from([0, 2, 2, 0x44, 0x01, 0]),
  ]);
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])]);
}

const riff = (...chunks: readonly Buffer[]) => {
  const body = Buffer.concat([Buffer.from("WEBP"), ...chunks]);
  const head = Buffer.from("RIFF\0\0\0\0", "latin1");
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
};
const riffChunk = (type: string, data: Buffer) => {
  const head = Buffer.alloc(8);
  head.write(type, "latin1");
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
};
const uint24le = (value: number) => [value & 255, (value >> 8) & 255, (value >> 16) & 255];

/** An animation on a canvas of this edge, whose frames are of 1 pixel. */
async function webpOf(frames: number, edge: number): Promise<Buffer> {
  const picture = await sharp({ create: { width: 1, height: 1, channels: 3, background: "#000" } })
    .webp({ lossless: true })
    .toBuffer();
  const frame = riffChunk("ANMF", Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]), picture.subarray(12)]));
  const canvas = Buffer.from([0x02, 0, 0, 0, ...uint24le(edge - 1), ...uint24le(edge - 1)]);
  return riff(riffChunk("VP8X", canvas), riffChunk("ANIM", Buffer.alloc(6)), ...Array.from({ length: frames }, () => frame));
}

/** The size that an AVIF says, in place of its own. */
async function avifThatSays(width: number, height: number): Promise<Buffer> {
  const file = await drawnPicture(64, 64).avif().toBuffer();
  const at = file.indexOf("ispe") + 8;
  file.writeUInt32BE(width, at);
  file.writeUInt32BE(height, at + 4);
  return file;
}

const drawing = (content: string, attributes = 'width="100" height="100"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`;
const rectangle = '<rect width="9" height="9"/>';

/** Groups that show each other ten times, nine levels deep. */
const laughingUses = () => {
  const level = (at: number) => `<g id="l${at}">${at === 0 ? rectangle : `<use href="#l${at - 1}"/>`.repeat(10)}</g>`;
  return drawing(`<defs>${Array.from({ length: 9 }, (_, at) => level(at)).join("")}</defs><use href="#l8"/>`);
};
const laughingPatterns = () => {
  const level = (at: number) =>
    `<pattern id="p${at}" width=".1" height=".1"><rect width="99" height="99" fill="${at === 0 ? "red" : `url(#p${at - 1})`}"/></pattern>`;
  return drawing(Array.from({ length: 30 }, (_, at) => level(at)).join("") + '<rect width="99" height="99" fill="url(#p29)"/>');
};
const filtered = (effects: string, content = '<rect width="99" height="99" filter="url(#f)"/>', size?: string) =>
  drawing(`<filter id="f" x="-99" y="-99" width="999" height="999">${effects}</filter>${content}`, size);

/** `outcome`: the code of the problem; "any" where a file may also be taken, since it is within the limits, or costs what they allow. */
export type Bomb = [outcome: string, name: string, file: Buffer | string];

/** Files that are small, and want much: of memory, of time. */
export async function bombs(): Promise<Bomb[]> {
  const huge = { width: 10_000, height: 4_000 };
  const inDrawing = pngBomb(huge).toString("base64");
  return [
    ["image_too_large", "a PNG of 100,000 × 100,000", pngBomb({ width: 100_000, height: 100_000 }, 1_000_000)],
    ["file_damaged", "a PNG of 2³¹ × 2³¹", pngBomb({ width: 2 ** 31 - 1, height: 2 ** 31 - 1 }, 1_000)],
    ["image_too_large", "a PNG of 10,001 × 1", pngBomb({ width: 10_001, height: 1 })],
    ["image_too_large", "a PNG of 41 megapixels", pngBomb({ width: 8_200, height: 5_001 })],
    ["any", "a PNG of 40 megapixels", pngBomb(huge)],
    ["any", "an interlaced PNG of 40 megapixels", pngBomb({ ...huge, interlaced: true }, 160_300_000)],
    ["any", "an interlaced PNG of 40 megapixels with 16 bits", pngBomb({ ...huge, interlaced: true, depth: 16 }, 320_300_000)],
    ["any", "a PNG of 4 × 4 with a gigabyte of pixels", pngBomb({ width: 4, height: 4 }, 2 ** 30)],
    ["any", "a PNG with a profile of half a gigabyte", pngWith(packedBomb("iCCP"))],
    ["any", "a PNG with a text of half a gigabyte", pngWith(packedBomb("zTXt"))],
    [
      "image_too_large",
      "a PNG of 10,000 frames",
      pngWith(pngChunk("acTL", Buffer.alloc(8)), ...Array.from({ length: 10_000 }, () => pngChunk("fcTL", Buffer.alloc(26)))),
    ],
    ["file_too_costly", "a PNG of four million empty chunks", pngWith(Buffer.concat(Array.from({ length: 4_000_000 }, () => emptyPixels)))],
    ["image_too_large", "a GIF of 10,000 frames", gifOf(10_000)],
    ["image_too_large", "a GIF of a million frames", gifOf(1_000_000)],
    ["image_too_large", "a GIF of 1,000 frames on a screen of 10,000 × 10,000", gifOf(1_000, { screen: 10_000 })],
    ["image_too_large", "a GIF with a frame of 65,535 × 65,535", gifOf(1, { width: 65_535, height: 65_535 })],
    ["image_too_large", "a GIF with a frame far outside", gifOf(2, { left: 65_000 })],
    ["image_too_large", "a GIF on a screen of 65,535 × 65,535", gifOf(1, { screen: 65_535 })],
    ["image_too_large", "a GIF of 500 frames of 1,000 × 1,000", gifOf(500, { width: 1_000, height: 1_000, screen: 1_000 })],
    ["image_too_large", "a WebP of 10,000 frames", await webpOf(10_000, 1)],
    ["image_too_large", "a WebP of 900 frames on a canvas of 6,000 × 6,000", await webpOf(900, 6_000)],
    ["file_damaged", "a WebP on a canvas of 2²⁴ × 2²⁴", await webpOf(1, 2 ** 24)],
    [
      "any",
      "a WebP of 40 megapixels",
      await sharp({ create: { ...huge, channels: 4, background: "#1230" } })
        .webp({ lossless: true, effort: 0 })
        .toBuffer(),
    ],
    ["image_too_large", "an AVIF that says 65,535 × 65,535", await avifThatSays(65_535, 65_535)],
    ["image_too_large", "an AVIF that says 9,000 × 4,000", await avifThatSays(9_000, 4_000)],
    [
      "image_too_large",
      "an AVIF of 40 megapixels",
      await sharp({ create: { ...huge, channels: 3, background: "#123" } })
        .avif({ effort: 0 })
        .toBuffer(),
    ],
    ["file_too_costly", "an AVIF of a million items", avifOfItems(1_000_000)],
    [
      "file_too_costly",
      "an AVIF of four million boxes",
      Buffer.concat([box("ftyp", "avif\0\0\0\0avifmif1"), box("meta", "\0\0\0\0", Buffer.concat(manyBoxes(4_000_000)))]),
    ],
    [
      "file_too_costly",
      "an MP4 of four million boxes",
      Buffer.concat([box("ftyp", "isom\0\0\0\0isommp42"), box("moov", Buffer.concat(manyBoxes(4_000_000)))]),
    ],
    [
      "file_too_costly",
      "a JPEG of four million segments",
      Buffer.concat([
        Buffer.from("ffd8ffe000104a46494600010100000100010000", "hex"),
        Buffer.alloc(16_000_000, Buffer.from("ffec0002", "hex")),
        Buffer.from("ffd9", "hex"),
      ]),
    ],
    ["file_damaged", "a drawing of 10⁹ × 10⁹", drawing(rectangle, 'width="1000000000" height="1000000000"')],
    ["image_too_large", "a drawing of 9,999 × 9,999", drawing(rectangle, 'width="9999" height="9999"')],
    ["any", "a drawing of 40 megapixels", drawing(rectangle, 'width="10000" height="4000"')],
    ["file_damaged", "a drawing without a size", drawing(rectangle, 'viewBox="0 0 1e30 1e-30"')],
    ["any", "a drawing of a billion shapes, by reference", laughingUses()],
    ["any", "a drawing with patterns in patterns", laughingPatterns()],
    ["any", "a drawing that shows itself", drawing('<g id="a"><use href="#a"/><use href="#b"/></g><g id="b"><use href="#a"/></g>')],
    [
      "file_type_refused",
      "a drawing with entities",
      `<!DOCTYPE svg [<!ENTITY a "${"ha".repeat(50)}">${"bcdefghij"
        .split("")
        .map((name, at) => `<!ENTITY ${name} "${`&${"abcdefghij"[at] ?? ""};`.repeat(10)}">`)
        .join("")}]>${drawing("<text>&j;</text>")}`,
    ],
    ["file_too_costly", "a drawing 100,000 levels deep", drawing("<g>".repeat(100_000) + "</g>".repeat(100_000))],
    ["file_too_costly", "a drawing of 200,000 elements", drawing("<g/>".repeat(200_000))],
    ["any", "a drawing of 5 MiB in one path", drawing(`<path d="M0 0${"l1 1".repeat(1_200_000)}"/>`)],
    ["file_too_costly", "a drawing of 5 MiB in one text", drawing(`<text>${"W".repeat(5_000_000)}</text>`)],
    ["file_too_costly", "a drawing of 6 MiB", drawing(`<desc>${"x".repeat(6 * 2 ** 20)}</desc>`)],
    ["file_too_costly", "a drawing of 5 MiB in one style", drawing(`<style>${"a{b:c}".repeat(800_000)}</style>`)],
    ["any", "a drawing with a style of brackets", drawing(`<style>${"(".repeat(100_000)}</style><g style="${"[".repeat(100_000)}"/>`)],
    [
      "file_too_costly",
      "a drawing of 100,000 attributes",
      drawing(`<g ${Array.from({ length: 100_000 }, (_, at) => `a${at}=""`).join(" ")}/>`),
    ],
    ["any", "a drawing with a large blur", filtered('<feGaussianBlur stdDeviation="99999"/>', undefined, 'width="5000" height="5000"')],
    [
      "any",
      "a drawing with much noise",
      filtered('<feTurbulence baseFrequency=".5" numOctaves="999999"/>', undefined, 'width="5000" height="5000"'),
    ],
    [
      "any",
      "a drawing with a large matrix",
      filtered(`<feConvolveMatrix order="99" kernelMatrix="${"1 ".repeat(9_801)}"/>`, undefined, 'width="5000" height="5000"'),
    ],
    [
      "any",
      "a drawing with a wide morphology",
      filtered('<feMorphology operator="dilate" radius="9999"/>', undefined, 'width="5000" height="5000"'),
    ],
    [
      "any",
      "a drawing with 1,000 filters on each other",
      drawing(
        `<filter id="f">${'<feOffset dx="1"/>'.repeat(1_000)}</filter>${'<g filter="url(#f)">'.repeat(60)}<rect width="4999" height="4999"/>${"</g>".repeat(60)}`,
        'width="5000" height="5000"',
      ),
    ],
    [
      "file_too_costly",
      "a drawing with 40,000 blurred shapes",
      filtered(
        '<feGaussianBlur stdDeviation="9"/>',
        '<rect width="4000" height="4000" filter="url(#f)"/>'.repeat(40_000),
        'width="5000" height="5000"',
      ),
    ],
    [
      "any",
      "a drawing with a picture of 40 megapixels",
      drawing(`<image href="data:image/png;base64,${inDrawing}" width="9" height="9"/>`),
    ],
    [
      "file_too_costly",
      "a drawing with 30 pictures of 40 megapixels",
      drawing(`<image href="data:image/png;base64,${inDrawing}" width="9" height="9"/>`.repeat(30)),
    ],
    [
      "image_too_large",
      "a drawing with a picture of 30,000 × 30,000",
      drawing(
        `<image href="data:image/png;base64,${pngBomb({ width: 30_000, height: 30_000 }, 10 ** 8).toString("base64")}" width="9" height="9"/>`,
      ),
    ],
    ["any", "a PDF of eight million pages", `%PDF-1.4\n/Type /Pages /Count 8000000\n%%EOF`],
    ["any", "a PDF that makes its reader look back", `%PDF-1.4\n${"/Type/Pages ".repeat(3_000_000)}\n%%EOF`],
    ["any", "a text that makes its reader look back", `${'"a,'.repeat(3_000)}\n${" ".repeat(5_000_000)}<`],
    ["file_type_refused", "an XML with a prolog of 60 KB", `${"<!---->".repeat(9_000)}${" ".repeat(9_000)}<!DOCTYPE ${'""'.repeat(9_000)}`],
  ];
}

const emptyPixels = pngChunk("IDAT", Buffer.alloc(0));

function manyBoxes(count: number): Buffer[] {
  return [Buffer.alloc(count * 8, box("free", ""))];
}

/** Items whose places take no bytes to write, 65,535 each. */
export function avifOfItems(items: number): Buffer {
  const each = Buffer.from([0, 1, 0, 0, 255, 255]);
  const places = box("iloc", Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 0]), Buffer.from([255, 255]), Buffer.alloc(items * 6, each)]));
  const infos = box(
    "iinf",
    Buffer.concat([
      Buffer.from([0, 0, 0, 0, 0, 1]),
      box("infe", Buffer.concat([Buffer.from([2, 0, 0, 0, 0, 1, 0, 0]), Buffer.from("Exif\0")])),
    ]),
  );
  return Buffer.concat([box("ftyp", "avif\0\0\0\0avifmif1"), box("meta", "\0\0\0\0", infos, places)]);
}
