import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { en } from "../../studio/src/texts/en.ts";
import { shopEn } from "../../studio/src/texts/shop-en.ts";
import { english } from "../../server/src/lib/messages/en/index.ts";

/** Phrases that a native technical writer would not use. */
const odd = [
  /(?<!\bthere) (is|are) no (?!longer|more\b|older\b)[a-z]/i,
  /\bthere is no such\b/i,
  /\b(one|ones) that\b/i,
  /\bwhat is none\b/i,
  /(?<!\bthere )is none\b/i,
  /\bby then\b/i,
  /\bas far as\b/i,
  /\bas (much|many) as\b/i,
  /(^|[.:;] )of [a-z]/i,
  /\bany more\b/i,
  /\bgo(es)? on\b/i,
  /\bbe had\b/i,
  /\bhas no such\b/i,
];

const root = new URL("../../", import.meta.url);

/** The texts of an OpenAPI description that people read, by their place. */
function textsOf(value: unknown, path = ""): [string, string][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]): [string, string][] => {
    const at = `${path}/${name}`;
    const isText = typeof member === "string" && ["title", "description", "summary"].includes(name);
    return isText ? [[at, member]] : textsOf(member, at);
  });
}

/** Every text of a catalogue of messages, also those with parameters. */
function messagesOf(value: unknown, path = ""): [string, string][] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value === "function") return [[path, (value as () => string).toString().replace(/^\([^)]*\) => /, "")]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => messagesOf(member, `${path}/${name}`));
}

const block = /^(#|>|[-*+] |\d+\. )/;
const withoutCode = (text: string) => text.replaceAll(/(`+).*?\1/g, "code");
const isRow = (line = "") => line.startsWith("|");

/**
 * The texts of a Markdown page outside code: each paragraph as one line, so that a wrapped "of" does not look like the beginning of a
 * sentence, and each cell of a table. The labels of columns are left out, because "of bare" may name a share.
 */
function paragraphsOf(markdown: string): string[] {
  const withoutBlocks = markdown.replaceAll(/^( *)(`{3,})[^]*?^\1\2$/gm, "").replaceAll(/<!--[^]*?-->/g, "");
  const lines = withoutBlocks.split("\n").map((line) => line.trim());
  const paragraphs: string[] = [];
  let joinsLast = false;
  for (const [index, line] of lines.entries()) {
    if (isRow(line)) {
      const cells = withoutCode(line).split("|");
      const isLabels = !isRow(lines[index - 1]);
      if (!isLabels) paragraphs.push(...cells.map((cell) => cell.trim()));
    } else if (joinsLast && line !== "" && !block.test(line)) {
      paragraphs.push(`${paragraphs.pop()} ${line}`);
    } else {
      paragraphs.push(line.replace(block, "").trim());
    }
    joinsLast = line !== "" && !line.startsWith("#") && !isRow(line);
  }
  return paragraphs.filter((paragraph) => paragraph !== "").map(withoutCode);
}

/** Every page that people read, except the history of changes and the licences. */
function pages(): [string, string][] {
  const listed = execFileSync("git", ["ls-files", "*.md"], { cwd: fileURLToPath(root), encoding: "utf8" });
  return listed
    .split("\n")
    .filter((name) => name !== "" && !/CHANGELOG|LICENSE/.test(name))
    .flatMap((name) => paragraphsOf(readFileSync(new URL(name, root), "utf8")).map((text): [string, string] => [name, text]));
}

const corpora: Record<string, [string, string][]> = {
  "openapi.json": textsOf(JSON.parse(readFileSync(new URL("openapi.json", root), "utf8"))),
  "admin-openapi.json": textsOf(JSON.parse(readFileSync(new URL("admin-openapi.json", root), "utf8"))),
  "the studio": messagesOf({ ...en, ...shopEn }),
  "mails and pages": messagesOf(english),
  "Markdown pages": pages(),
};

describe.each(Object.entries(corpora))("%s", (_name, texts) => {
  test("has no phrase that only this project uses", () => {
    expect(texts.length).toBeGreaterThan(20);
    expect(texts.filter(([, text]) => odd.some((phrase) => phrase.test(text)))).toEqual([]);
  });
});

test("a page is read as paragraphs, without code and wrapped lines", () => {
  const page = [
    ...["# Of code", "", "The form", "of `x is no y` a page.", "", "```sh", "has no such file", "```", ""],
    ...["- Of lists,", "  a point.", "", "| of bare |", "| --- |", "| Of one cell | two |"],
  ].join("\n");
  expect(paragraphsOf(page)).toEqual(["Of code", "The form of code a page.", "Of lists, a point.", "---", "Of one cell", "two"]);
});

test.each(["The tag is no locale of the site", "Take one that is free", "Of the file.", "The key is not there any more"])(
  "the check finds “%s”",
  (text) => {
    expect(odd.some((phrase) => phrase.test(text))).toBe(true);
  },
);
