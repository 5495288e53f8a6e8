import { open } from "node:fs/promises";
import type { Sharp } from "sharp";
import type { PictureFormat, Rendering } from "../../ports/pictures.ts";
import { decodingFailed, headOf, openPicture } from "./pixels.ts";
import { expectedCostMs } from "./expected-cost.ts";
import type { Rendered } from "./jobs.ts";
import { digestOf } from "./prepare.ts";

/** The rendering probably takes more than it may, and was not begun. */
export class TooCostlyHere extends Error {}

/** Throws Refused, or TooCostlyHere where `mostExpectedMs` of processor time will hardly do. */
export async function renderPicture(rendering: Rendering, mostExpectedMs = Infinity): Promise<Rendered> {
  const { source, target, format } = rendering;
  const input = await inputOf(source);
  const head = await headOf(input);
  const size = sizesOf(rendering, head);
  const { width, height } = size.crop ?? size.scaled;
  const expectedMs = expectedCostMs({ type: head.type, pixels: head.width * head.height }, { format, pixels: width * height });
  if (expectedMs > mostExpectedMs) throw new TooCostlyHere();
  const scaled = (await openPicture(input)).resize(size.scaled.width, size.scaled.height, { fit: "fill" });
  const cropped = size.crop ? scaled.extract(size.crop) : scaled;
  await encodeAs(format, cropped.toColourspace("srgb")).toFile(target).catch(decodingFailed);
  const { bytes, sha256 } = await digestOf(target);
  return { bytes, sha256, width, height };
}

/** Of a drawing its bytes: librsvg would look for files beside one that it reads by its path. */
async function inputOf(path: string): Promise<string | Buffer> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, 0);
    return buffer.toString("latin1") === "<" ? await file.readFile() : path;
  } finally {
    await file.close();
  }
}

interface Size {
  width: number;
  height: number;
}

/** To scale first and crop then lets decoders read the picture in a smaller size. Both sizes are whole pixels, and never above the original's. */
function sizesOf({ width: asked, ratio, focus }: Omit<Rendering, "source" | "target" | "format">, original: Size) {
  if (!ratio) return { scaled: scaledTo(Math.min(asked, original.width) / original.width, original) };
  const [across, down] = ratio;
  const widest = Math.min(original.width, (original.height * across) / down);
  const width = Math.max(1, Math.min(asked, Math.round(widest)));
  const scaled = scaledTo(width / widest, original);
  const crop = { width: Math.min(width, scaled.width), height: Math.min(Math.max(1, Math.round((width * down) / across)), scaled.height) };
  const place = (whole: number, part: number, at: number) => Math.round(Math.min(Math.max(whole * at - part / 2, 0), whole - part));
  return { scaled, crop: { ...crop, left: place(scaled.width, crop.width, focus[0]), top: place(scaled.height, crop.height, focus[1]) } };
}

function scaledTo(factor: number, { width, height }: Size): Size {
  const scale = (edge: number) => Math.max(1, Math.min(edge, Math.round(edge * factor)));
  return { width: scale(width), height: scale(height) };
}

/** The encoders' settings, with the figures that they were chosen by in docs/decisions/0047. None keeps metadata. */
function encodeAs(format: PictureFormat, picture: Sharp): Sharp {
  switch (format) {
    case "avif":
      return picture.avif({ quality: 50, effort: 2, chromaSubsampling: "4:2:0" });
    case "webp":
      return picture.webp({ quality: 78, effort: 3 });
    case "jpeg":
      return picture.flatten({ background: "#ffffff" }).jpeg({ quality: 80, mozjpeg: false, progressive: true });
    case "png":
      return picture.png({ compressionLevel: 6 });
  }
}
