import sharp, { type Sharp } from "sharp";

export const pixelFormats = ["jpeg", "png", "webp", "avif", "gif"] as const;
export type PixelFormat = (typeof pixelFormats)[number];

/** A place that no cleaned file may tell. */
export const secretPlace = "Storgata 12, 9008 Tromso";

/** A picture with soft shapes, which looks a little like a photograph to an encoder. */
export function drawnPicture(width: number, height: number): Sharp {
  const shapes = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 100 100" preserveAspectRatio="none">
    <linearGradient id="a"><stop stop-color="#245"/><stop offset="1" stop-color="#d96"/></linearGradient>
    <rect width="100" height="100" fill="url(#a)"/><circle cx="30" cy="40" r="25" fill="#c33" opacity=".8"/>
    <path d="M10 90 Q50 10 90 80" stroke="#fff" stroke-width="3" fill="none"/></svg>`;
  return sharp(Buffer.from(shapes)).flatten({ background: "#ffffff" });
}

/** Frames of an animation, one below the other. */
export function drawnAnimation(frames: number, edge = 40): Sharp {
  const raw = Buffer.alloc(edge * edge * frames * 4, 255);
  for (let frame = 0; frame < frames; frame += 1) {
    for (let at = 0; at < edge * edge; at += 1) {
      raw.set([(at * 7 + frame * 31) % 256, (frame * 53) % 256, at % 256], (frame * edge * edge + at) * 4);
    }
  }
  return sharp(raw, { raw: { width: edge, height: edge * frames, channels: 4, pageHeight: edge } });
}

/** A file as a phone makes it: with its place, a rotation and a colour profile. GIF can have neither of them. */
export async function fileOfPhone(format: PixelFormat, { width = 64, height = 48, orientation = 6 } = {}): Promise<Buffer> {
  return drawnPicture(width, height)
    .withExif({ IFD0: { Copyright: secretPlace }, IFD3: { GPSLatitude: "69/1 39/1 0/1", GPSLatitudeRef: "N" } })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><place>${secretPlace}</place></x:xmpmeta>`)
    .withMetadata({ orientation })
    .withIccProfile("p3")
    .toFormat(format)
    .toBuffer();
}
