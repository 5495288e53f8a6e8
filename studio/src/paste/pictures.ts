import type { Block, PastedPicture, Run } from "./block.ts";

/** The pictures of blocks, in their order. */
export function picturesIn(blocks: readonly Block[]): PastedPicture[] {
  return blocks.flatMap((block) => {
    if (block.kind === "code") return [];
    if (block.kind === "quote") return picturesIn(block.blocks);
    if (block.kind === "list") return picturesIn(block.items.flat());
    return block.kind === "table" ? picturesOf(block.rows.flat(2)) : picturesOf(block.runs);
  });
}

const picturesOf = (runs: readonly Run[]) => runs.flatMap(({ picture }) => picture ?? []);

/** The picture that an address itself has the data of. */
export function fileOfData(src: string): File | undefined {
  const [whole = "", type] = /^data:(image\/[\w.+-]+);base64,/i.exec(src) ?? [];
  if (type === undefined) return undefined;
  try {
    return pictureFile(
      Uint8Array.from(atob(src.slice(whole.length)), (character) => character.charCodeAt(0)),
      type.toLowerCase(),
    );
  } catch {
    return undefined;
  }
}

/** The file of a picture, whose kind the server recognises by its data. */
const pictureFile = (data: Uint8Array<ArrayBuffer>, type: string) =>
  new File([data], `picture.${type.slice("image/".length).replace(/\+.*/, "")}`, { type });

/**
 * The pictures of RTF, in their order; undefined: one in a form that only Windows shows. Word names the files of its pictures in its HTML, which no page can
 * read, and has their data in its RTF.
 */
export function picturesInRtf(rtf: string): (File | undefined)[] {
  const pictures: (File | undefined)[] = [];
  const start = /\\pict(?![a-z])/g;
  for (let match = start.exec(rtf); match; match = start.exec(rtf)) {
    // The same picture once more, for old programs.
    const isTwin = /\\nonshppict\s*\{\s*$/.test(rtf.slice(Math.max(0, match.index - 40), match.index));
    const { type, hex, end } = readPicture(rtf, start.lastIndex);
    start.lastIndex = end;
    if (!isTwin) pictures.push(type === undefined ? undefined : pictureFile(bytesOf(hex), type));
  }
  return pictures;
}

const types: Readonly<Record<string, string>> = { pngblip: "image/png", jpegblip: "image/jpeg" };

/** Reads the group of a picture up to its end. Groups inside describe it. */
function readPicture(rtf: string, from: number): { type: string | undefined; hex: string; end: number } {
  const token = /\\([a-z]+)-?\d* ?|\\[^a-z]|[{}]|[^{}\\]+/y;
  token.lastIndex = from;
  let [type, hex, depth, end]: [string | undefined, string, number, number] = [undefined, "", 0, from];
  for (let match = token.exec(rtf); match; match = token.exec(rtf)) {
    end = token.lastIndex;
    const [text, word] = match;
    if (text === "{") depth += 1;
    else if (text === "}") {
      if (depth === 0) break;
      depth -= 1;
    } else if (depth === 0 && word !== undefined) type ??= types[word];
    else if (depth === 0 && !text.startsWith("\\")) hex += text;
  }
  return { type, hex: hex.replace(/\s+/g, ""), end };
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(hex.length >> 1);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16);
  return bytes;
}
