import type { Block, PastedPicture } from "./block.ts";
import { blocksOfHtml } from "./blocks-of-html.ts";
import { parseHtml } from "./html-tree.ts";
import { markdownOf } from "./markdown.ts";
import { fileOfData, picturesIn, picturesInRtf } from "./pictures.ts";

/** What a clipboard has. */
export interface Clipboard {
  html: string;
  rtf: string;
  files: readonly File[];
}

export interface Paste {
  /** Each picture once, with its data if the clipboard has it. */
  pictures: ReadonlyMap<PastedPicture, File | undefined>;
  /** The text with the pictures that have an address, and without the others. */
  markdown(addressOf?: (picture: PastedPicture) => string | undefined): string;
}

/** HTML that is longer is pasted as its text. */
const longest = 50_000_000;

/**
 * What a Markdown text keeps of a clipboard: headings, bold and italic, code, lists, links, quotations, tables and pictures, and no style, comment, deleted text or
 * script. Undefined where its plain text says the same, or is what the person means: source code, and Markdown itself.
 */
export function readPaste({ html, rtf, files }: Clipboard): Paste | undefined {
  const pictureFiles = files.filter(({ type }) => type.startsWith("image/"));
  if (html === "" || html.length > longest) return ofFiles(pictureFiles);
  const blocks = blocksOfHtml(parseHtml(html));
  if (isPlain(blocks)) return undefined;
  const pictures = picturesIn(blocks);
  const written = picturesInRtf(pictures.some(isFile) ? rtf : "");
  const fromWord = pictures.filter(isFile);
  const fileOf = (picture: PastedPicture) => {
    // Programs add a picture of the whole selection: only one that is copied alone is meant.
    if (pictures.length === 1 && blocks.length === 1 && pictureFiles.length === 1) return pictureFiles[0];
    return written.length === fromWord.length && isFile(picture) ? written[fromWord.indexOf(picture)] : fileOfData(picture.src);
  };
  return {
    pictures: new Map(pictures.map((picture) => [picture, fileOf(picture)])),
    markdown: (addressOf = () => undefined) => markdownOf(blocks, addressOf),
  };
}

const isFile = ({ src }: PastedPicture) => /^file:/i.test(src);

function ofFiles(files: readonly File[]): Paste | undefined {
  if (files.length === 0) return undefined;
  const pictures = new Map(files.map((file): [PastedPicture, File] => [{ src: "", alt: "" }, file]));
  const runs = (picture: PastedPicture) => [{ text: "", isBold: false, isItalic: false, isCode: false, href: undefined, picture }];
  const blocks = [...pictures.keys()].map((picture): Block => ({ kind: "paragraph", runs: runs(picture) }));
  return { pictures, markdown: (addressOf = () => undefined) => markdownOf(blocks, addressOf) };
}

/** Whether the clipboard's own text says all of it. */
function isPlain(blocks: readonly Block[]): boolean {
  if (blocks.every(({ kind }) => kind === "code")) return true;
  const [block] = blocks;
  if (blocks.length > 1 || block?.kind !== "paragraph") return false;
  return block.runs.every(
    ({ text, isBold, isItalic, isCode, href, picture }) =>
      !isBold && !isItalic && !isCode && href === undefined && !picture && text !== "\n",
  );
}
