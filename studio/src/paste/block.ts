/** A picture, wherever its data is. */
export interface PastedPicture {
  src: string;
  alt: string;
}

/** What stands in a line, with the marks that it keeps. */
export interface Run {
  text: string;
  isBold: boolean;
  isItalic: boolean;
  isCode: boolean;
  href: string | undefined;
  /** Instead of the text. */
  picture?: PastedPicture;
}

/** What a text is made of, in the forms that a Markdown field has. */
export type Block =
  | { kind: "paragraph"; runs: Run[] }
  | { kind: "heading"; level: number; runs: Run[] }
  | { kind: "list"; isOrdered: boolean; start: number; items: Block[][] }
  | { kind: "quote"; blocks: Block[] }
  | { kind: "code"; text: string }
  /** Rows of cells. */
  | { kind: "table"; rows: Run[][][] };

/** An item before it is known to which list it belongs: some programs write only its level. */
export interface LooseItem {
  kind: "item";
  level: number;
  isOrdered: boolean;
  number: number;
  blocks: Block[];
}

type List = Extract<Block, { kind: "list" }>;

/** Makes lists of the items that follow each other; deeper ones belong to the item before them. */
export function withLists(blocks: readonly (Block | LooseItem)[]): Block[] {
  const result: Block[] = [];
  const open: { level: number; list: List }[] = [];
  for (const block of blocks) {
    if (block.kind !== "item") {
      open.length = 0;
      result.push(block);
      continue;
    }
    const { level, isOrdered, number, blocks: content } = block;
    while ((open.at(-1)?.level ?? 0) > level) open.pop();
    let last = open.at(-1);
    if (last?.level === level && last.list.isOrdered !== isOrdered) {
      open.pop();
      last = open.at(-1);
    }
    if (last?.level === level) last.list.items.push(content);
    else {
      const list: List = { kind: "list", isOrdered, start: number, items: [content] };
      (last?.list.items.at(-1) ?? result).push(list);
      open.push({ level, list });
    }
  }
  return result;
}

/** What stands in the lines of blocks, one after the other. */
export function runsOf(blocks: readonly Block[]): Run[] {
  return blocks.flatMap((block, index) => (index === 0 ? runsIn(block) : [textRun(" "), ...runsIn(block)]));
}

function runsIn(block: Block): Run[] {
  if (block.kind === "list") return runsOf(block.items.flat());
  if (block.kind === "quote") return runsOf(block.blocks);
  if (block.kind === "code") return [textRun(block.text)];
  if (block.kind === "table") return block.rows.flat().flatMap((cell) => [...cell, textRun(" ")]);
  return block.runs;
}

const textRun = (text: string): Run => ({ text, isBold: false, isItalic: false, isCode: false, href: undefined });
