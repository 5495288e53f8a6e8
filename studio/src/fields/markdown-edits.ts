/** A text with what is selected in it, in UTF-16 code units. */
export interface Selected {
  text: string;
  start: number;
  end: number;
}

export type Mark = "bold" | "italic" | "code" | "link" | "heading" | "listing" | "numbered" | "quote";

const around: Partial<Record<Mark, string>> = { bold: "**", italic: "*", code: "`" };
const before: Partial<Record<Mark, { add: (index: number) => string; form: RegExp }>> = {
  heading: { add: () => "## ", form: /^#{1,6} / },
  listing: { add: () => "- ", form: /^[-*+] / },
  numbered: { add: (index) => `${index + 1}. `, form: /^\d+[.)] / },
  quote: { add: () => "> ", form: /^> ?/ },
};

/** Puts a mark on what is selected, or takes it away; only there does the text change. */
export function withMark(selected: Selected, mark: Mark): Selected {
  const pair = around[mark];
  if (pair !== undefined) return withPair(selected, pair);
  const line = before[mark];
  return line ? withLines(selected, line.add, line.form) : withLink(selected);
}

function withPair({ text, start, end }: Selected, pair: string): Selected {
  const size = pair.length;
  const chosen = text.slice(start, end);
  // "**bold**" has the mark of italic at its ends too, but is not italic.
  const isMarked =
    text.slice(start - size, start) === pair &&
    text.slice(end, end + size) === pair &&
    !(size === 1 && text.slice(start - 2, start) === pair + pair);
  if (isMarked) return { text: text.slice(0, start - size) + chosen + text.slice(end + size), start: start - size, end: end - size };
  // Marks stand at words: "** a**" would be no mark.
  const lead = chosen.length - chosen.trimStart().length;
  const inner = chosen.trim();
  const from = start + lead;
  return {
    text: text.slice(0, from) + pair + inner + pair + text.slice(from + inner.length),
    start: from + size,
    end: from + size + inner.length,
  };
}

function withLines({ text, start, end }: Selected, add: (index: number) => string, form: RegExp): Selected {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const next = text.indexOf("\n", end);
  const to = next === -1 ? text.length : next;
  const lines = text.slice(from, to).split("\n");
  const isMarked = lines.every((line) => form.test(line) || line === "") && lines.some(Boolean);
  const changed = lines
    .map((line, index) => {
      if (isMarked) return line.replace(form, "");
      return line === "" && lines.length > 1 ? line : add(index) + line.replace(form, "");
    })
    .join("\n");
  return { text: text.slice(0, from) + changed + text.slice(to), start: from, end: from + changed.length };
}

function withLink({ text, start, end }: Selected): Selected {
  const label = text.slice(start, end);
  const isAddress = /^https?:\/\/\S+$/.test(label);
  const link = isAddress ? `[](${label})` : `[${label}](https://)`;
  // The part that is still to be written is selected.
  const at = start + (isAddress || label === "" ? 1 : label.length + 3);
  const length = isAddress || label === "" ? 0 : "https://".length;
  return { text: text.slice(0, start) + link + text.slice(end), start: at, end: at + length };
}

/** Something of the site that a text can lead to. */
export interface LinkedObject {
  /** As `page:` and an id: it stays when the object gets another name. */
  address: string;
  title: string;
  isPicture?: boolean;
}

/** Puts a link to something of the site in place of what is selected, which becomes its words; or a picture with its description. */
export function withObject({ text, start, end }: Selected, { address, title, isPicture = false }: LinkedObject): Selected {
  const words = text.slice(start, end).trim() || title.replace(/[\\[\]`*_<]/g, "\\$&").replace(/\s+/g, " ");
  const written = `${isPicture ? "![" : "["}${words}](${address})`;
  const at = start + (isPicture ? 2 : 1);
  return { text: text.slice(0, start) + written + text.slice(end), start: at, end: at + words.length };
}

/** Puts a text in place of what is selected. Several paragraphs stand by themselves. */
export function withText({ text, start, end }: Selected, written: string): Selected {
  const [before, after] = [text.slice(0, start), text.slice(end)];
  const isLine = !written.includes("\n") && !/^(#{1,6} |[->|] |\d+\. )/.test(written);
  const lead = isLine || before.trim() === "" ? "" : "\n".repeat(2 - Math.min(2, /\n*$/.exec(before)?.[0].length ?? 0));
  const trail = isLine || after.trim() === "" ? "" : "\n".repeat(2 - Math.min(2, /^\n*/.exec(after)?.[0].length ?? 0));
  const at = start + lead.length + written.length;
  return { text: before + lead + written + trail + after, start: at, end: at };
}
