import type { Block, PastedPicture, Run } from "./block.ts";

/** The address of a picture in the text; undefined leaves it out. */
type AddressOf = (picture: PastedPicture) => string | undefined;

/** Blocks as Markdown, in the dialect of the storefronts. */
export function markdownOf(blocks: readonly Block[], addressOf: AddressOf): string {
  return blocks
    .map((block) => lines(block, addressOf))
    .filter((text) => text !== "")
    .join("\n\n");
}

function lines(block: Block, addressOf: AddressOf): string {
  switch (block.kind) {
    case "paragraph":
      return withoutMarksAtStart(lineOf(block.runs, addressOf, "\\\n"));
    case "heading": {
      const text = lineOf(block.runs, addressOf, " ");
      return text === "" ? "" : `${"#".repeat(block.level)} ${text}`;
    }
    case "code": {
      const longest = Math.max(2, ...[...block.text.matchAll(/`+/g)].map(([run]) => run.length));
      const fence = "`".repeat(longest + 1);
      return `${fence}\n${block.text}\n${fence}`;
    }
    case "quote":
      return indented(markdownOf(block.blocks, addressOf), "> ", "> ");
    case "list": {
      const items = block.items.map((item, index) => {
        const mark = block.isOrdered ? `${block.start + index}. ` : "- ";
        return indented(markdownOfItem(item, addressOf), mark, " ".repeat(mark.length));
      });
      return items.join("\n");
    }
    case "table": {
      const rows = block.rows.map((row) => row.map((cell) => lineOf(cell, addressOf, " ").replaceAll("|", "\\|")));
      const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
      const head = Array.from({ length: width }, (_, index) => rows[0]?.[index] ?? "");
      return [head, head.map(() => "---"), ...rows.slice(1)].map((row) => `| ${row.join(" | ")} |`).join("\n");
    }
  }
}

/** An inner list follows its item's line at once, so that the list stays a tight one. */
function markdownOfItem(item: readonly Block[], addressOf: AddressOf): string {
  return item
    .map((block) => ({ block, text: lines(block, addressOf) }))
    .filter(({ text }) => text !== "")
    .map(({ block, text }, index) => (index === 0 ? text : `${block.kind === "list" ? "\n" : "\n\n"}${text}`))
    .join("");
}

const indented = (text: string, first: string, rest: string) =>
  text
    .split("\n")
    .map((line, index) => (index === 0 ? first + line : `${rest}${line}`.trimEnd()))
    .join("\n");

/** What would begin a heading, a list, a quotation, a table, a rule or code is text. */
const withoutMarksAtStart = (text: string) =>
  text.replace(/^(?=#{1,6}(?: |$)|>|[-+](?: |$)|[-=]+\s*$|~~~|\|)/gm, "\\").replace(/^(\d{1,9})(?=[.)](?: |$))/gm, "$1\\");

const marks: readonly { member: "isBold" | "isItalic"; sign: string }[] = [
  { member: "isBold", sign: "**" },
  { member: "isItalic", sign: "*" },
];

function lineOf(runs: readonly Run[], addressOf: AddressOf, lineBreak: string): string {
  // A picture that is left out may have stood at an end.
  return linked(tidy(runs), addressOf).trim().replaceAll("\n", lineBreak);
}

/** A picture leads nowhere, and marks mean nothing on it. */
const isPicture = (run: Run) => run.picture !== undefined;
const isBlank = ({ text }: Run) => text.trim() === "";

/** Without blanks at the ends of lines and twice in a row. */
function tidy(runs: readonly Run[]): Run[] {
  const result: Run[] = [];
  let isAfterBlank = true;
  for (const run of runs) {
    if (isPicture(run)) {
      result.push(run);
      isAfterBlank = false;
      continue;
    }
    for (const text of run.text.match(/\n| +|[^\n ]+(?: [^\n ]+)*/g) ?? []) {
      const isGap = text.trim() === "";
      if (isGap && isAfterBlank && text !== "\n") continue;
      if (text === "\n" && result.at(-1)?.text === " ") result.pop();
      result.push({ ...run, text: isGap && text !== "\n" ? " " : text });
      isAfterBlank = isGap;
    }
  }
  const isText = (run: Run) => isPicture(run) || !isBlank(run);
  const first = Math.max(result.findIndex(isText), 0);
  // A gap has the marks that are on both of its sides.
  return result.slice(first, result.findLastIndex(isText) + 1).map((run, index, all) => {
    const [before, after] = [all[index - 1], all[index + 1]];
    if (isText(run) || !before || !after) return run;
    return {
      text: run.text,
      isBold: before.isBold && after.isBold,
      isItalic: before.isItalic && after.isItalic,
      isCode: before.isCode && after.isCode,
      href: before.href === after.href ? before.href : undefined,
    };
  });
}

/** Groups of runs that follow each other and are alike. */
function alike<Value>(runs: readonly Run[], valueOf: (run: Run) => Value): { value: Value; runs: Run[] }[] {
  const groups: { value: Value; runs: Run[] }[] = [];
  for (const run of runs) {
    const value = valueOf(run);
    const last = groups.at(-1);
    if (last && last.value === value) last.runs.push(run);
    else groups.push({ value, runs: [run] });
  }
  return groups;
}

function linked(runs: readonly Run[], addressOf: AddressOf): string {
  return alike(runs, (run) => (isPicture(run) ? undefined : run.href))
    .map(({ value: href, runs: inside }) => {
      const text = marked(inside, addressOf);
      return href === undefined || text.trim() === "" ? text : `[${text}](${href.replace(/[\s()<>\\]/g, encoded)})`;
    })
    .join("");
}

const encoded = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;

function marked(runs: readonly Run[], addressOf: AddressOf, offered = marks): string {
  let [text, at] = ["", 0];
  const hasMark = (run: Run | undefined) => run && !isPicture(run) && !isBlank(run) && offered.some(({ member }) => run[member]);
  while (at < runs.length) {
    const from = at;
    if (hasMark(runs[at])) {
      // The mark that goes on for longest is outside.
      const [longest] = offered.map((mark) => ({ mark, end: endOf(runs, from, mark.member) })).sort((one, other) => other.end - one.end);
      if (!longest) break;
      at = longest.end;
      const others = offered.filter((each) => each !== longest.mark);
      text += longest.mark.sign + marked(runs.slice(from, at), addressOf, others) + longest.mark.sign;
    } else {
      while (at < runs.length && !hasMark(runs[at])) at += 1;
      text += plain(runs.slice(from, at), addressOf);
    }
  }
  return text;
}

/** Where the runs with a mark end that begin at a place. Blanks at the end stand outside. */
function endOf(runs: readonly Run[], from: number, member: "isBold" | "isItalic"): number {
  let end = from;
  for (let index = from; ; index += 1) {
    const run = runs[index];
    if (!run || isPicture(run) || !run[member]) return end;
    if (!isBlank(run)) end = index + 1;
  }
}

function plain(runs: readonly Run[], addressOf: AddressOf): string {
  return alike(runs, (run) => run.picture ?? run.isCode)
    .map(({ value, runs: inside }) => {
      if (typeof value === "object") {
        const address = addressOf(value);
        return address === undefined ? "" : `![${escaped(value.alt.replace(/[\s[\]]+/g, " ").trim())}](${address})`;
      }
      const text = inside.map((run) => run.text).join("");
      return value && !text.includes("`") ? `\`${text}\`` : escaped(text);
    })
    .join("");
}

/** So that every character is a character. An underscore within a word is one anyway. */
const escaped = (text: string) =>
  text.replace(/[\\`*[\]]|~(?=~)|<(?=[a-z/!?])|&(?=#?\w+;)/gi, "\\$&").replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_");
