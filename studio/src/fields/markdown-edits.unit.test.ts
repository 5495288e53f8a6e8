import { expect, it } from "vitest";
import { withMark, withObject, type Mark } from "./markdown-edits.ts";

/** A text with its selection between two bars. */
const read = (marked: string) => {
  const [before = "", chosen = "", after = ""] = marked.split("|");
  return { text: before + chosen + after, start: before.length, end: before.length + chosen.length };
};
const apply = (marked: string, mark: Mark) => {
  const { text, start, end } = withMark(read(marked), mark);
  return `${text.slice(0, start)}|${text.slice(start, end)}|${text.slice(end)}`;
};

it.each<[string, Mark, string]>([
  ["a |b| c", "bold", "a **|b|** c"],
  ["a **|b|** c", "bold", "a |b| c"],
  ["a **|b|** c", "italic", "a ***|b|*** c"],
  ["a| b |c", "bold", "a **|b|** c"],
  ["||", "code", "`||`"],
  ["|one\n\ntwo|", "listing", "|- one\n\n- two|"],
  ["|- one\n- two|", "listing", "|one\ntwo|"],
  ["x\n|one\ntwo|", "numbered", "x\n|1. one\n2. two|"],
  ["# a |b|", "heading", "|a b|"],
  ["a |b|", "quote", "|> a b|"],
  ["see |here| now", "link", "see [here](|https://|) now"],
  ["see |https://a.example| now", "link", "see [||](https://a.example) now"],
])("marks %j as %s", (before, mark, after) => {
  expect(apply(before, mark)).toBe(after);
});

it.each([
  ["see |here| now", { address: "page:1", title: "About us" }, "see [|here|](page:1) now"],
  ["see || now", { address: "page:1", title: "About [us]" }, "see [|About \\[us\\]|](page:1) now"],
  ["||", { address: "asset:1", title: "A pan", isPicture: true }, "![|A pan|](asset:1)"],
])("leads from %j to %j", (before, object, after) => {
  const { text, start, end } = withObject(read(before), object);
  expect(`${text.slice(0, start)}|${text.slice(start, end)}|${text.slice(end)}`).toBe(after);
});
