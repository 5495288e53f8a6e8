import type { Cleaned } from "./cleaned.ts";
import { checkSize } from "./check-size.ts";
import { maxEdge, maxFrames, maxParts } from "./limits.ts";
import { damaged, tooLarge, tooManyFrames, tooManyParts } from "./refusal.ts";

const extension = 0x21;
const image = 0x2c;
const trailer = 0x3b;
const graphicControl = 0xf9;
const application = 0xff;
const ofThePicture = new Set(["NETSCAPE2.0", "ANIMEXTS1.0", "ICCRGBG1012"]);

/** Drops comments, texts and programs' own blocks, unless `keepMetadata`, and whatever follows the picture's end. The loop stays. */
export function cleanGif(file: Buffer, keepMetadata: boolean): Cleaned {
  if (file.length < 13) throw damaged();
  const head = 13 + tableBytes(file[10] ?? 0);
  const pieces = [file.subarray(0, head)];
  let frames = 0;
  let parts = 0;
  // It describes the next image, whatever stands between: browsers show no texts, and read on.
  let control: Buffer | undefined;
  for (let at = head; ;) {
    const kind = file[at];
    if (kind === trailer) break;
    const end = kind === image ? endOfImage(file, at) : kind === extension ? endOfBlocks(file, at + 2) : 0;
    if (end === 0) throw damaged();
    if ((parts += 1) > maxParts) throw tooManyParts();
    const block = file.subarray(at, end);
    at = end;
    if (kind === image) {
      frames += 1;
      if (frames > maxFrames) throw tooManyFrames();
      pieces.push(...(control ? [control] : []), block);
      control = undefined;
    } else if (keepMetadata) pieces.push(block);
    else if (block[1] === graphicControl) control = block;
    else if (block[1] === application && ofThePicture.has(block.toString("latin1", 3, 14))) pieces.push(block);
  }
  if (frames === 0) throw damaged();
  // Browsers draw on a screen of this size; decoders that find it strange go by the first frame.
  checkSize(file.readUInt16LE(6), file.readUInt16LE(8), frames);
  return { pieces: [...pieces, Buffer.from([trailer])], frames };
}

function tableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

/** The end of an image: its place, its colours, and its pixels in blocks. */
function endOfImage(file: Buffer, at: number): number {
  if (at + 11 > file.length) throw damaged();
  const [right, bottom] = [file.readUInt16LE(at + 1) + file.readUInt16LE(at + 5), file.readUInt16LE(at + 3) + file.readUInt16LE(at + 7)];
  // Decoders enlarge the picture to hold it.
  if (right > maxEdge || bottom > maxEdge) throw tooLarge(`A frame reaches beyond ${maxEdge} pixels: make it smaller.`);
  return endOfBlocks(file, at + 10 + tableBytes(file[at + 9] ?? 0) + 1);
}

function endOfBlocks(file: Buffer, from: number): number {
  let at = from;
  for (let length = file[at]; length !== 0; length = file[at]) {
    if (length === undefined) throw damaged();
    at += length + 1;
  }
  return at + 1;
}
