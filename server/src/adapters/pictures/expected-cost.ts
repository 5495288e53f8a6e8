import type { PictureFormat } from "../../ports/pictures.ts";

/** Of processor time for one pixel, in nanoseconds, measured with noisy photographs on the machine of docs/decisions/0047. Drawings have no usual cost. */
const decodingNs: Readonly<Record<string, number>> = { jpeg: 6, png: 10, gif: 10, webp: 35, heif: 155 };
const encodingNs: Readonly<Record<PictureFormat, number>> = { avif: 500, webp: 160, jpeg: 40, png: 65 };

/** Milliseconds of processor time that a rendering probably takes. `type`: of the original, as libvips calls it. */
export function expectedCostMs(original: { type: string; pixels: number }, variant: { format: PictureFormat; pixels: number }): number {
  return (original.pixels * (decodingNs[original.type] ?? 0) + variant.pixels * encodingNs[variant.format]) / 1_000_000;
}
