import { rgbaToThumbHash } from "thumbhash";
import { checkSize } from "./check-size.ts";
import { decodingFailed, headOf, openPicture } from "./pixels.ts";

/** The edge of the small picture that colours are taken from: the most that a ThumbHash takes. */
const smallEdge = 100;

/** Measures a picture. Throws Refused if it is too large, before it is decoded, or if it cannot be decoded to its end. */
export async function measurePicture(input: string | Buffer, frames: number, contentType: string) {
  const { width, height } = await headOf(input);
  checkSize(width, height, frames, contentType);
  const small = await (
    await openPicture(input)
  )
    .resize(smallEdge, smallEdge, { fit: "inside" })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(decodingFailed);
  const { data, info } = small;
  return {
    width,
    height,
    dominantColor: dominantColor(data),
    placeholder: Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString("base64"),
    ...(frames > 1 ? { pages: frames } : {}),
  };
}

/** The average of the most frequent of 4,096 groups of colours. White if nothing is opaque. */
function dominantColor(rgba: Buffer): string {
  const sums = new Map<number, [count: number, red: number, green: number, blue: number]>();
  for (let at = 0; at < rgba.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = rgba.subarray(at, at + 4);
    if (alpha < 128) continue;
    const group = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4);
    const sum = sums.get(group) ?? [0, 0, 0, 0];
    sums.set(group, [sum[0] + 1, sum[1] + red, sum[2] + green, sum[3] + blue]);
  }
  let most: readonly [number, number, number, number] = [0, 0, 0, 0];
  for (const sum of sums.values()) if (sum[0] > most[0]) most = sum;
  const [count, ...channels] = most;
  if (count === 0) return "#ffffff";
  return `#${channels
    .map((sum) =>
      Math.round(sum / count)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}
