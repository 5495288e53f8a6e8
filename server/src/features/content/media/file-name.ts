import { wordsOf } from "../../../lib/search/search-text.ts";

const longest = 200;
const longestInAddress = 80;

// Separators of paths, control characters, and those that change the direction of text or are not seen: "photo‮gpj.exe" must not look like a picture.
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Cn}]/gu;

/** Endings of texts that no program runs: the content does not tell which of them it is. */
const textEndings = [
  ...[
    "csv",
    "tsv",
    "tab",
    "json",
    "jsonl",
    "ndjson",
    "geojson",
    "yaml",
    "yml",
    "toml",
    "ini",
    "conf",
    "markdown",
    "rst",
    "adoc",
    "srt",
    "sub",
    "po",
  ],
  ...["tex", "bib", "txt"],
];
/** Other usual endings of types whose files have several. */
const alsoUsual: Readonly<Record<string, readonly string[]>> = {
  jpg: ["jpeg", "jpe"],
  txt: ["text", "md", "log", ...textEndings],
  csv: ["text", "md", "log", ...textEndings],
  mp4: ["m4v"],
  ogg: ["oga", "ogv"],
};

/**
 * The name of a file for people, made of the one that was sent: without folders and without what cannot be seen, at most 200 characters, with an
 * ending that fits the content.
 */
export function fileName(sent: string | undefined, extension: string): string {
  const last = (sent ?? "").split(/[/\\]/).at(-1) ?? "";
  const clean = last.normalize("NFC").replace(hidden, "").replace(/\s+/g, " ").trim();
  const dot = clean.lastIndexOf(".");
  const ending = dot >= 0 ? clean.slice(dot + 1).toLowerCase() : "";
  const fits = ending === extension || (alsoUsual[extension] ?? []).includes(ending);
  const stem = (fits ? clean.slice(0, dot) : clean).replace(/^[.\s]+|[.\s]+$/g, "") || "file";
  const keptEnding = fits ? clean.slice(dot + 1) : extension;
  return `${Array.from(stem)
    .slice(0, longest - keptEnding.length - 1)
    .join("")}.${keptEnding}`;
}

/** The last segment of the address of a file with this name: letters of ASCII, digits and hyphens, and the ending. */
export function nameInAddress(name: string, extension: string): string {
  const dot = name.lastIndexOf(".");
  const nameEnding = name.slice(dot + 1).toLowerCase();
  const ending = ["txt", "csv"].includes(extension) && textEndings.includes(nameEnding) ? nameEnding : extension;
  const words = wordsOf(dot > 0 ? name.slice(0, dot) : name).map((word) => word.replace(/[^a-z0-9]/g, ""));
  const stem = words.filter(Boolean).join("-").slice(0, longestInAddress).replace(/-+$/, "");
  return `${stem || "file"}.${ending}`;
}
