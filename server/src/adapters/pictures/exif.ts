const orientationTag = 0x0112;
const short = 3;

/** The orientation that an Exif block (a TIFF without the name before it) asks for, from 1 to 8: 1, upright, unless it says another. */
export function orientationOf(tiff: Buffer): number {
  const mark = tiff.toString("latin1", 0, 4);
  if (tiff.length < 8 || (mark !== "II*\0" && mark !== "MM\0*")) return 1;
  const isLittle = mark === "II*\0";
  const uint16 = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return 1;
  const entries = uint16(directory);
  for (let at = directory + 2; at + 12 <= tiff.length && at < directory + 2 + entries * 12; at += 12) {
    if (uint16(at) !== orientationTag) continue;
    const orientation = uint16(at + 2) === short ? uint16(at + 8) : 1;
    return orientation >= 1 && orientation <= 8 ? orientation : 1;
  }
  return 1;
}

/** An Exif block that says the orientation and nothing else; undefined for upright pictures, which need none. */
export function orientationOnly(orientation: number): Buffer | undefined {
  if (orientation === 1) return undefined;
  const tiff = Buffer.alloc(26);
  tiff.write("II*\0", "latin1");
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(1, 8);
  tiff.writeUInt16LE(orientationTag, 10);
  tiff.writeUInt16LE(short, 12);
  tiff.writeUInt32LE(1, 14);
  tiff.writeUInt16LE(orientation, 18);
  return tiff;
}
