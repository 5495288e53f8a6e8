import { filmOf, mp3Of, officeFiles, oggOf, pdfOf, soundOf, webmOf, zipOf } from "./made-files.ts";
import { drawnAnimation, fileOfPhone, pixelFormats } from "./pictures.ts";

/** A small file of each accepted type, by a name for it. */
export async function validFiles(): Promise<Record<string, Buffer>> {
  const pixels = await Promise.all(pixelFormats.map(async (format) => [format, await fileOfPhone(format)] as const));
  const drawing = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><style>.a{fill:red}</style>
    <linearGradient id="g"><stop offset=".5" stop-color="#fff"/></linearGradient><rect class="a" width="9" height="9" style="stroke:#000"/>
    <image href="data:image/png;base64,${(await fileOfPhone("png", { width: 8, height: 8 })).toString("base64")}" width="9" height="9"/></svg>`;
  return {
    ...Object.fromEntries(pixels),
    "moving gif": await drawnAnimation(3, 20).gif().toBuffer(),
    "moving webp": await drawnAnimation(3, 20).webp().toBuffer(),
    svg: Buffer.from(drawing),
    pdf: Buffer.from(pdfOf(3)),
    mp4: filmOf("+69.6489+018.9551/"),
    webm: webmOf(1_500),
    mp3: mp3Of(8),
    wav: soundOf(),
    ogg: oggOf(),
    txt: Buffer.from("Bread is sold out.\nCome back tomorrow, på mandag.\n"),
    csv: Buffer.from('name,price\nbread,30\n"cake, large",45\n'),
    zip: zipOf({ "a.txt": "a", "b/c.txt": "c" }),
    ...officeFiles,
  };
}

type Chance = () => number;

/** Lengths and counts at which programs go wrong. */
const numbers = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff];

/** Ways to break a file, or a part of one, at a place of chance. `other`: another valid file. */
const breaks: readonly ((file: Buffer, other: Buffer, chance: Chance) => Buffer)[] = [
  function flipBits(file, _, chance) {
    const broken = Buffer.from(file);
    for (let times = 1 + Math.floor(chance() * 8); times > 0; times -= 1) {
      const at = placeIn(file, chance);
      if (at < file.length) broken[at] = (broken[at] ?? 0) ^ (1 << Math.floor(chance() * 8));
    }
    return broken;
  },
  function writeNumber(file, _, chance) {
    if (file.length < 4) return file;
    const broken = Buffer.from(file);
    const at = Math.min(placeIn(file, chance), file.length - 4);
    const number = numbers[Math.floor(chance() * numbers.length)] ?? 0;
    if (chance() < 0.5) broken.writeUInt32BE(number, at);
    else broken.writeUInt32LE(number, at);
    return broken;
  },
  function cutEnd(file, _, chance) {
    return file.subarray(0, placeIn(file, chance));
  },
  function cutMiddle(file, _, chance) {
    const [from, to] = sliceOf(file, chance);
    return Buffer.concat([file.subarray(0, from), file.subarray(to)]);
  },
  function repeatSlice(file, _, chance) {
    const [from, to] = sliceOf(file, chance);
    const times = 1 + Math.floor(chance() * 20);
    return Buffer.concat([file.subarray(0, to), ...Array.from({ length: times }, () => file.subarray(from, to)), file.subarray(to)]);
  },
  function spliceOther(file, other, chance) {
    const [from, to] = sliceOf(other, chance);
    const at = placeIn(file, chance);
    return Buffer.concat([file.subarray(0, at), other.subarray(from, to), file.subarray(at)]);
  },
  function overwriteWithOther(file, other, chance) {
    const [from, to] = sliceOf(other, chance);
    const at = placeIn(file, chance);
    return Buffer.concat([file.subarray(0, at), other.subarray(from, to), file.subarray(at + to - from)]);
  },
  function goOnAsOther(file, other, chance) {
    return Buffer.concat([file.subarray(0, placeIn(file, chance)), other.subarray(placeIn(other, chance))]);
  },
];

/** Half of the places are near the beginning, where files tell what they are. */
function placeIn(file: Buffer, chance: Chance): number {
  const end = chance() < 0.5 ? Math.min(file.length, 200) : file.length;
  return Math.floor(chance() * (end + 1));
}

function sliceOf(file: Buffer, chance: Chance): [from: number, to: number] {
  const from = placeIn(file, chance);
  const length = chance() < 0.7 ? Math.ceil(chance() * 64) : Math.ceil(chance() * file.length);
  return [from, Math.min(file.length, from + length)];
}

export interface BrokenFile {
  /** The valid file, and in which ways it was broken. */
  told: string;
  bytes: Buffer;
}

/** Files broken in one to three ways, each kind in turn. The same chances make the same files. */
export function* brokenFiles(valid: Readonly<Record<string, Buffer>>, chance: Chance): Generator<BrokenFile, never> {
  const all = Object.entries(valid);
  for (;;) {
    for (const [name, file] of all) {
      let bytes = file;
      const ways: string[] = [];
      for (let times = 1 + Math.floor(chance() * 3); times > 0; times -= 1) {
        const way = breaks[Math.floor(chance() * breaks.length)];
        const [, other] = all[Math.floor(chance() * all.length)] ?? [];
        if (!way || !other) continue;
        bytes = way(bytes, other, chance);
        ways.push(way.name);
      }
      yield { told: `${name}: ${ways.join(", ")}`, bytes };
    }
  }
}
