import { expect, test } from "vitest";
import { answerAddressOf, mailtoOf, rowsOf, summaryOf } from "./submission-rows.ts";

const form = {
  schema: {
    type: "object",
    properties: {
      topic: { type: "string", enum: ["a", "b"] },
      name: { type: "string", title: "Your name" },
      email: { $ref: "#/$defs/address" },
      cv: { $ref: "vitrine:upload", title: "CV" },
      message: { type: "string", maxLength: 5_000 },
    },
    $defs: { address: { type: "string", format: "email", title: "Your e-mail address" } },
  },
  uiSchema: { topic: { labels: { a: "An order" } }, order: ["name"] },
};
const file = { id: "0190a5d4-7a8e-7cc3-9a3f-0123456789ab", name: "cv.pdf", type: "application/pdf", size: 12 };

test("the entries stand in the order of the form, with its labels, and what it does not name comes last", () => {
  const rows = rowsOf(form, { extra: "x", topic: "a", email: "ada@example.com", cv: file });
  expect(rows.map(({ label, value }) => [label, value])).toEqual([
    ["Your name", undefined],
    ["Topic", "a"],
    ["Your e-mail address", "ada@example.com"],
    ["CV", file],
    ["Message", undefined],
    ["extra", "x"],
  ]);
  expect([rows[1]?.words.get("a"), rows[3]?.files, rows[5]?.schema]).toEqual(["An order", [file], undefined]);
});

test("an object that only looks like a file in another field is none", () => {
  expect(rowsOf(form, { name: file })[0]?.files).toEqual([]);
  expect(rowsOf(form, { cv: [] })[3]?.files).toEqual([]);
  expect(rowsOf(form, { cv: { ...file, id: "../../me" } })[3]?.files).toEqual([]);
});

test("the answer goes to the first address that the form asked for, and nothing in it adds another", () => {
  expect(answerAddressOf(rowsOf(form, { name: "eve@example.com", email: "ada@example.com" }))).toBe("ada@example.com");
  expect(answerAddressOf(rowsOf(form, { email: "no address" }))).toBeUndefined();
  expect(mailtoOf("a?bcc=b,c@example.com", "Re: Contact & more")).toBe(
    "mailto:a%3Fbcc%3Db%2Cc@example.com?subject=Re%3A%20Contact%20%26%20more",
  );
});

test("a submission is summed up by its first short text and the texts after it, without choices", () => {
  const message = "Is the stove lit\non Fridays? ".repeat(20).trim();
  expect(summaryOf(rowsOf(form, { message, name: "Ada", topic: "a" }))).toEqual({
    title: "Ada",
    text: message.slice(0, 240).replace(/\s+/g, " "),
  });
  expect(summaryOf([])).toEqual({ title: undefined, text: "" });
});
