import { open } from "node:fs/promises";

/** The bytes to read from the start of the file: its chunks before the pixels, unless a colour profile is larger; then the profile decides. */
const searched = 64 * 1_024;
const signature = "89504e470d0a1a0a";
/** Those that say more than a number does: browsers go by them. */
const profiles = new Set(["iCCP", "sRGB", "cICP"]);
/** Of screens, for which browsers convert. */
const screenGamma = 2.2;
/** A smaller difference is none, as for libpng. What can be applied ends at three. */
const [least, most] = [0.05, 3];

/** How much brighter a PNG is shown than it is stored: over 1, or darker below it. Undefined: as it is stored, like every other picture. */
export async function pngGamma(input: string | Buffer): Promise<number | undefined> {
  const head = typeof input === "string" ? await headOfFile(input) : input.subarray(0, searched);
  if (head.toString("hex", 0, 8) !== signature) return undefined;
  let storedGamma: number | undefined;
  for (let at = 8; at + 12 <= head.length;) {
    const type = head.toString("latin1", at + 4, at + 8);
    if (profiles.has(type)) return undefined;
    if (type === "IDAT") break;
    if (type === "gAMA") storedGamma = head.readUInt32BE(at + 8) / 100_000;
    at += 12 + head.readUInt32BE(at);
  }
  const factor = (storedGamma ?? 0) * screenGamma;
  if (factor === 0 || Math.abs(factor - 1) <= least) return undefined;
  return Math.min(most, Math.max(1 / most, factor));
}

async function headOfFile(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(searched), 0, searched, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
