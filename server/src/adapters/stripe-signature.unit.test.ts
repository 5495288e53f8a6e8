import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSigned } from "./stripe-signature.ts";

const now = new Date("2026-11-20T09:30:00.000Z");
const seconds = now.getTime() / 1_000;
const body = Buffer.from('{"id":"evt_1",  "text":"ü \\u00e9"}\r\n');
const secret = "whsec_right";
const sign = (time: number | string = seconds, { of = body, under = secret } = {}) =>
  createHmac("sha256", under).update(`${time}.`).update(of).digest("hex");
const right = `t=${seconds},v1=${sign()}`;
const check = (header: string | undefined, { of = body, secrets = [secret], at = now } = {}) => isSigned(header, of, secrets, at);

test("a signature with any of the site's secrets is accepted", () => {
  expect(check(right)).toBe(true);
  expect(check(right, { secrets: ["whsec_new", secret] })).toBe(true);
  expect(check(right, { secrets: [secret, "whsec_new"] })).toBe(true);
  expect(check(`v1=${sign()},t=${seconds}`)).toBe(true);
});

test.each([
  ["a wrong one first", `t=${seconds},v1=${"0".repeat(64)},v1=${sign()}`],
  ["a wrong one last", `t=${seconds},v1=${sign()},v1=${"0".repeat(64)}`],
  ["a malformed one first", `t=${seconds},v1=short,v1=${sign()}`],
  ["another scheme", `t=${seconds},v0=${"0".repeat(64)},v1=${sign()}`],
  ["ten in all", `t=${seconds},${`v1=${"0".repeat(64)},`.repeat(9)}v1=${sign()}`],
])("a right signature beside others is accepted: %s", (_name, header) => {
  expect(check(header)).toBe(true);
});

describe("a signature is refused", () => {
  const hex = sign();
  test.each<[string, string | undefined]>([
    ["no header", undefined],
    ["an empty header", ""],
    ["only a time", `t=${seconds}`],
    ["only a signature", `v1=${hex}`],
    ["an unknown scheme", `t=${seconds},v2=${hex}`],
    ["the old scheme", `t=${seconds},v0=${hex}`],
    ["upper case", `t=${seconds},v1=${hex.toUpperCase()}`],
    ["an upper-case name", `T=${seconds},V1=${hex}`],
    ["two times", `t=${seconds},t=${seconds},v1=${hex}`],
    ["a signed time after another", `t=${seconds + 10_000},t=${seconds},v1=${hex}`],
    ["a signed time before another", `t=${seconds},t=${seconds + 10_000},v1=${hex}`],
    ["a time in words", `t=now,v1=${sign("now")}`],
    ["a time as a power", `t=1e9,v1=${sign("1e9")}`],
    ["a time with a sign", `t=+${seconds},v1=${sign(`+${seconds}`)}`],
    ["a negative time", `t=-${seconds},v1=${sign(`-${seconds}`)}`],
    ["a time with a part", `t=${seconds}.5,v1=${sign(`${seconds}.5`)}`],
    ["a time in hex", `t=0x${seconds.toString(16)},v1=${sign(`0x${seconds.toString(16)}`)}`],
    ["no time", `t=,v1=${sign("")}`],
    ["too long a time", `t=${"0".repeat(13)},v1=${sign("0".repeat(13))}`],
    ["a blank before", ` t=${seconds},v1=${hex}`],
    ["a blank between", `t=${seconds}, v1=${hex}`],
    ["a blank after", `t=${seconds},v1=${hex} `],
    ["a blank at the sign", `t =${seconds},v1=${hex}`],
    ["a tab", `t=${seconds},\tv1=${hex}`],
    ["a semicolon", `t=${seconds};v1=${hex}`],
    ["nothing between commas", `t=${seconds},,v1=${hex}`],
    ["a comma at the end", `t=${seconds},v1=${hex},`],
    ["something without a name", `t=${seconds},v1=${hex},x`],
    ["a signature that is longer", `t=${seconds},v1=${hex}00`],
    ["a signature that is shorter", `t=${seconds},v1=${hex.slice(0, 62)}`],
    ["a signature in base64", `t=${seconds},v1=${Buffer.from(hex, "hex").toString("base64")}`],
    ["eleven signatures", `t=${seconds},${`v1=${"0".repeat(64)},`.repeat(10)}v1=${hex}`],
    ["a huge header", `t=${seconds},v1=${hex},x=${"y".repeat(5_000)}`],
    ["another's secret", `t=${seconds},v1=${sign(seconds, { under: "whsec_other" })}`],
    ["an empty secret", `t=${seconds},v1=${sign(seconds, { under: "" })}`],
    ["a body without a time", `t=${seconds},v1=${createHmac("sha256", secret).update(body).digest("hex")}`],
    ["another time", `t=${seconds - 1},v1=${hex}`],
  ])("with %s", (_name, header) => {
    expect(check(header)).toBe(false);
  });

  test("if the site has no secret, or an empty one", () => {
    expect(check(right, { secrets: [] })).toBe(false);
    expect(check(`t=${seconds},v1=${sign(seconds, { under: "" })}`, { secrets: [""] })).toBe(false);
  });
});

test.each([
  [-301, false],
  [-300, true],
  [0, true],
  [300, true],
  [301, false],
])("a signature that is %d seconds ahead is accepted: %s", (ahead, counts) => {
  expect(check(`t=${seconds + ahead},v1=${sign(seconds + ahead)}`)).toBe(counts);
});

test("a signature is for the exact bytes of the body", () => {
  for (const text of [
    '{"id":"evt_1","text":"ü é"}',
    `\ufeff${body.toString()}`,
    body.toString().trimEnd(),
    body.toString().replace("\r\n", "\n"),
    "",
  ]) {
    expect(check(right, { of: Buffer.from(text) })).toBe(false);
  }
  fc.assert(
    fc.property(fc.nat(body.length - 1), fc.nat(7), (byte, bit) => {
      const flipped = Buffer.from(body);
      flipped[byte] = (flipped[byte] ?? 0) ^ (1 << bit);
      expect(check(right, { of: flipped })).toBe(false);
    }),
    { numRuns: 2_000 },
  );
});

test("a signature with one changed bit in the header is refused", () => {
  fc.assert(
    fc.property(fc.nat(right.length - 1), fc.nat(6), (index, bit) => {
      const bytes = Buffer.from(right);
      bytes[index] = (bytes[index] ?? 0) ^ (1 << bit);
      expect(check(bytes.toString("latin1"))).toBe(false);
    }),
    { numRuns: 2_000 },
  );
});
