/** Checks that every relative link in the Markdown files of this repository leads to a file, and every anchor to a heading. */
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename, join, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const notOurs = new Set([".git", ".cache", "node_modules", "dist", "data", "coverage"]);

const files = await markdownFiles(root);
const anchors = new Map<string, Set<string>>();
const errors: string[] = [];
let links = 0;
for (const file of files) {
  for (const { target, line } of linksOf(await readFile(file, "utf8"))) {
    links += 1;
    const error = await errorOf(file, target);
    if (error) errors.push(`${relative(root, file)}:${line} ${target} ${error}`);
  }
}
if (files.length === 0) errors.push("No Markdown file was found: the check searches the wrong place.");
for (const error of errors) console.error(error);
if (errors.length > 0) process.exitCode = 1;
else console.log(`Checked ${links} relative links in ${files.length} files.`);

async function markdownFiles(folder: string): Promise<string[]> {
  const entries = (await readdir(folder, { withFileTypes: true })).filter(({ name }) => !notOurs.has(name));
  const inside = await Promise.all(entries.filter((entry) => entry.isDirectory()).map(({ name }) => markdownFiles(join(folder, name))));
  return [
    ...entries.filter((entry) => entry.isFile() && entry.name.endsWith(".md")).map(({ name }) => join(folder, name)),
    ...inside.flat(),
  ];
}

function linksOf(markdown: string): { target: string; line: number }[] {
  const text = withoutFences(markdown)
    .replace(/<!--.*?-->/gs, blank)
    .replace(/(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)/gs, blank);
  const inline = /\]\(\s*<?([^\s()<>]+(?:\([^\s()]*\)[^\s()<>]*)?)>?(?:\s+["'(][^)]*)?\s*\)/g;
  const reference = /^ {0,3}\[(?!\^)[^\]]+\]:\s*<?([^\s>]+)/gm;
  const html = /\b(?:href|src)="([^"]+)"/g;
  return [inline, reference, html]
    .flatMap((form) => [...text.matchAll(form)])
    .map(({ 1: target = "", index }) => ({ target, line: text.slice(0, index).split("\n").length }))
    .filter(({ target }) => !/^([a-z][a-z\d+.-]*:|\/\/)/i.test(target));
}

async function errorOf(file: string, target: string): Promise<string | undefined> {
  // GitHub reads a leading slash as the root of the repository.
  const url = target.startsWith("/") ? new URL(`.${target}`, pathToFileURL(root)) : new URL(target, pathToFileURL(file));
  const path = fileURLToPath(url);
  const place = relative(root, path).split(sep);
  if (place[0] === ".." || place.some((name) => notOurs.has(name))) return "is not part of the repository";
  if (!existsSync(path)) return "does not exist";
  const anchor = decodeURIComponent(url.hash.slice(1));
  if (anchor === "" || !path.endsWith(".md")) return undefined;
  const knownAnchors = anchors.get(path) ?? anchorsOf(await readFile(path, "utf8"));
  anchors.set(path, knownAnchors);
  return knownAnchors.has(anchor) ? undefined : `names no heading of ${basename(path)}`;
}

/** As GitHub makes them: https://github.com/gjtorikian/html-pipeline/blob/v2.14.3/lib/html/pipeline/toc_filter.rb */
function anchorsOf(markdown: string): Set<string> {
  const text = withoutFences(markdown);
  const anchorIds = new Set([...text.matchAll(/<[^>]*\b(?:id|name)="([^"]+)"/g)].map(([, id = ""]) => id));
  const seen = new Map<string, number>();
  for (const [, heading = ""] of text.matchAll(/^ {0,3}#{1,6}[ \t]+(.*?)[ \t]*#*$/gm)) {
    const slug = heading
      .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
      .replace(/(`[^`]*`)|<[^>]*>/g, "$1")
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
      .replaceAll(" ", "-");
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    anchorIds.add(times === 0 ? slug : `${slug}-${times}`);
  }
  return anchorIds;
}

/** Lines stay where they are, so that errors can name them. */
function withoutFences(markdown: string): string {
  let fence: string | undefined;
  return markdown
    .split("\n")
    .map((line) => {
      const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
      if (fence === undefined) fence = mark;
      else if (mark?.startsWith(fence)) {
        fence = undefined;
        return "";
      }
      return fence === undefined ? line : "";
    })
    .join("\n");
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, " ");
}
