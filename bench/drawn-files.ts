import { randomBytes } from "node:crypto";
import { join } from "node:path";
import sharp, { type OverlayOptions, type Sharp } from "sharp";
import { chance } from "../test/kit/chance.ts";
import type { Scratch } from "./scratch.ts";

/**
 * Files like photographs: soft shapes, and detail of as much contrast at each scale (D. J. Field, "Relations between the statistics of natural images
 * and the response properties of cortical cells", J. Opt. Soc. Am. A 4, 1987). So their variants have detail as well: in WebP some 0.8 bits for each
 * pixel, the median of the web's pictures of 0.4 to 0.5 megapixels (https://github.com/webmproject/codec-compare/wiki/Bits-per-pixel-of-Internet-images).
 */
export async function drawPictures(
  scratch: Scratch,
  { width, height, pictures }: { width: number; height: number; pictures: number },
): Promise<string[]> {
  const folder = await scratch.folder();
  const next = chance(7);
  const detail = await drawDetail(width, height);
  const paths: string[] = [];
  for (let number = 0; number < pictures; number += 1) {
    const [red, green, blue] = [next(), next(), next()].map((part) => Math.floor(40 + 170 * part));
    const shapes = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 100 100" preserveAspectRatio="none">
      <linearGradient id="a"><stop stop-color="rgb(${red},${green},${blue})"/><stop offset="1" stop-color="#dcb"/></linearGradient>
      <rect width="100" height="100" fill="url(#a)"/><circle cx="${20 + 60 * next()}" cy="40" r="25" fill="#c33" opacity=".8"/></svg>`;
    const path = join(folder, `${number}.jpg`);
    const drawn = sharp(Buffer.from(shapes)).flatten({ background: "#ffffff" });
    await drawn
      .composite([{ input: detail, blend: "soft-light" }])
      .jpeg({ quality: 88 })
      .toFile(path);
    paths.push(path);
  }
  return paths;
}

const grey = "#808080";
const coarsest = 256;

/** Noise of one, two, four pixels and so on, laid over one another. */
async function drawDetail(width: number, height: number): Promise<Buffer> {
  const layers: OverlayOptions[] = [];
  for (let scale = 1; scale <= coarsest; scale *= 2) {
    const size = { width: Math.ceil(width / scale), height: Math.ceil(height / scale) };
    const noise = await asPng(
      sharp({ create: { ...size, channels: 3, background: grey, noise: { type: "gaussian", mean: 128, sigma: 18 } } }).greyscale(),
    );
    layers.push({ input: await asPng(sharp(noise).resize(width, height, { fit: "fill" })), blend: "overlay" });
  }
  return asPng(sharp({ create: { width, height, channels: 3, background: grey } }).composite(layers));
}

function asPng(picture: Sharp): Promise<Buffer> {
  return picture.png({ compressionLevel: 1 }).toBuffer();
}

/** A WAV of one channel with random samples (RIFF WAVE, Microsoft and IBM 1991). */
export function soundOf(length: number): Buffer {
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(length - 8, 4);
  header.write("WAVEfmt ", 8);
  const [format, channels, samplesPerSecond, bytesOfSample] = [1, 1, 44_100, 2];
  for (const [at, value] of [
    [16, 16],
    [24, samplesPerSecond],
    [28, samplesPerSecond * bytesOfSample],
    [40, length - 44],
  ] as const)
    header.writeUInt32LE(value, at);
  for (const [at, value] of [
    [20, format],
    [22, channels],
    [32, bytesOfSample],
    [34, 8 * bytesOfSample],
  ] as const)
    header.writeUInt16LE(value, at);
  header.write("data", 36);
  return Buffer.concat([header, randomBytes(length - 44)]);
}
