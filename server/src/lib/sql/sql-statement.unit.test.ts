import { expect, test } from "vitest";
import { piece, statement, type SqlPiece } from "./sql-statement.ts";

/** In the form of the adapters: `$n` between the texts. */
const text = ([template]: ReturnType<typeof statement>) => template.reduce((sum, part, index) => `${sum}$${index}${part}`);
const values = ([, ...rest]: ReturnType<typeof statement>) => rest;

test("a statement without pieces is its text and its parameters", () => {
  const one = statement`select ${1} where ${"x"}`;
  expect([text(one), values(one)]).toEqual(["select $1 where $2", [1, "x"]]);
  const none = statement`select 1`;
  expect([text(none), values(none)]).toEqual(["select 1", []]);
});

test("pieces go where they are put, inside each other, in the order of their parameters", () => {
  const inner = piece`b = ${2} and c = ${3}`;
  const outer = piece`a = ${1} and (${inner}) and d = ${4}`;
  const whole = statement`where ${outer} or ${0} limit ${piece`${5}`} ${piece`offset`} ${6}`;
  expect(text(whole)).toBe("where a = $1 and (b = $2 and c = $3) and d = $4 or $5 limit $6 offset $7");
  expect(values(whole)).toEqual([1, 2, 3, 4, 0, 5, 6]);
});

test("an empty piece leaves nothing, at the ends and beside another", () => {
  const nothing = piece``;
  const whole = statement`${nothing}${nothing}a${nothing}${piece`b${nothing}`}${1}${nothing}`;
  expect([text(whole), values(whole)]).toEqual(["ab$1", [1]]);
});

test("every other value is a parameter", () => {
  const date = new Date(0);
  const bytes = new Uint8Array([1]);
  const list = ["strings", "values"];
  const inputs = ["'; drop table products; --", "$1", "${x}", null, true, 0, date, bytes, list, "\u0000"];
  const whole = inputs.reduce<SqlPiece>((all, value) => piece`${all}, ${value}`, piece`select`);
  const builtStatement = statement`${whole}`;
  expect(text(builtStatement)).toBe(`select${inputs.map((_, index) => `, $${index + 1}`).join("")}`);
  expect(values(builtStatement)).toEqual(inputs);
});

test("each distinct set of pieces is one template, so that it is prepared once", () => {
  const filter = (value: number) => piece`and price >= ${value}`;
  const build = (value: number, limited: boolean) =>
    statement`select id where true ${filter(value)} ${limited ? piece`limit ${9}` : piece``}`;
  expect(build(1, true)[0]).toBe(build(2, true)[0]);
  expect(build(1, false)[0]).not.toBe(build(1, true)[0]);
});

test("a piece can be used twice, each time with its own parameters", () => {
  const filter = piece`site_id = ${"s"}`;
  const whole = statement`a ${filter} b ${filter}`;
  expect([text(whole), values(whole)]).toEqual(["a site_id = $1 b site_id = $2", ["s", "s"]]);
});

test("texts that differ only in where they are cut are different statements", () => {
  const one = statement`a ${1} b`;
  const other = statement`a ${piece`${1}`} b`;
  const cut = statement`a  b`;
  expect(text(one)).toBe(text(other));
  expect(one[0]).toBe(other[0]);
  expect(cut[0]).not.toBe(one[0]);
});
