// Texts in which the API says where the found words are. They stay texts: no part of them becomes HTML.

/** Signs of Markdown, which an excerpt need not show: emphasis, code, the beginning of a heading, and all of a link but its words. */
const signs = /(?<link>!?\[)[^[\]]*(?<target>\]\([^()\s]*\))|\*+(?=\S)|(?<=\S)\*+|`+|^#{1,6} /gm;

/** `[{ text, isFound }]`: the parts of a text, whose `marks` are ranges of it. Of Markdown, without its signs. */
export function partsOf(text, marks, { isMarkdown = false } = {}) {
  const hidden = isMarkdown ? hiddenRanges(text) : [];
  const edges = [...marks, ...hidden].flatMap(({ start, end }) => [start, end]);
  const cuts = [...new Set([0, ...edges, text.length])].sort((a, b) => a - b);
  const isIn = (ranges, start, end) => ranges.some((range) => range.start <= start && end <= range.end);
  return cuts.slice(1).flatMap((end, index) => {
    const start = cuts[index];
    return isIn(hidden, start, end) ? [] : [{ text: text.slice(start, end), isFound: isIn(marks, start, end) }];
  });
}

function hiddenRanges(text) {
  return [...text.matchAll(signs)].flatMap(({ 0: whole, index, groups: { link, target } }) => {
    const end = index + whole.length;
    if (link === undefined) return [{ start: index, end }];
    return [
      { start: index, end: index + link.length },
      { start: end - target.length, end },
    ];
  });
}
