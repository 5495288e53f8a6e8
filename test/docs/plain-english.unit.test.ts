import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { en } from "../../studio/src/texts/en.ts";
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

const corpora: Record<string, [string, string][]> = {
  "openapi.json": textsOf(JSON.parse(readFileSync(new URL("openapi.json", root), "utf8"))),
  "admin-openapi.json": textsOf(JSON.parse(readFileSync(new URL("admin-openapi.json", root), "utf8"))),
  "the studio": messagesOf(en),
  "mails and pages": messagesOf(english),
};

describe.each(Object.entries(corpora))("%s", (_name, texts) => {
  test("has no phrase that only this project uses", () => {
    expect(texts.length).toBeGreaterThan(20);
    expect(texts.filter(([, text]) => odd.some((phrase) => phrase.test(text)))).toEqual([]);
  });
});

test.each(["The tag is no locale of the site", "Take one that is free", "Of the file.", "The key is not there any more"])(
  "the check finds “%s”",
  (text) => {
    expect(odd.some((phrase) => phrase.test(text))).toBe(true);
  },
);
