/** A part of a text, and whether it is one of the words that were searched for. */
export interface TextPart {
  text: string;
  isMatch: boolean;
}

interface Range {
  start: number;
  end: number;
}

/** Signs of Markdown, which an excerpt need not show: emphasis, code, the beginning of a heading, and all of a link but its words. */
const signs = /(!?\[)[^[\]]*(\]\([^()\s]*\))|\*+(?=\S)|(?<=\S)\*+|`+|^#{1,6} /gm;

/** The parts of a text, whose `marks` are ranges of it, without signs of Markdown. They stay texts: none of them becomes HTML. */
export function partsOf(text: string, marks: readonly Range[]): TextPart[] {
  const hidden = hiddenRanges(text);
  const cuts = [...new Set([0, ...[...marks, ...hidden].flatMap(({ start, end }) => [start, end]), text.length])].sort((a, b) => a - b);
  const isIn = (ranges: readonly Range[], part: Range) => ranges.some(({ start, end }) => start <= part.start && part.end <= end);
  return cuts.slice(1).flatMap((end, index) => {
    const part = { start: cuts[index] ?? 0, end };
    return isIn(hidden, part) ? [] : [{ text: text.slice(part.start, end), isMatch: isIn(marks, part) }];
  });
}

function hiddenRanges(text: string): Range[] {
  return [...text.matchAll(signs)].flatMap(({ 0: whole, 1: opening, 2: target = "", index }) => {
    const end = index + whole.length;
    if (opening === undefined) return [{ start: index, end }];
    return [
      { start: index, end: index + opening.length },
      { start: end - target.length, end },
    ];
  });
}
