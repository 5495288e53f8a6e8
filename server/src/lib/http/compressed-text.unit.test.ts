import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { compressText, preferredCoding } from "./compressed-text.ts";

test.each([
  [undefined, "identity"],
  ["", "identity"],
  ["gzip", "gzip"],
  ["X-GZIP", "gzip"],
  ["br", "br"],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip;q=1.0, br;q=0.5", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["br; q=0.000 , gzip ; q=0.001", "gzip"],
  ["*", "br"],
  ["*;q=0.5, br;q=0", "gzip"],
  ["identity;q=1, gzip;q=0.5", "identity"],
  ["identity;q=0, gzip;q=0.1", "gzip"],
  ["gzip;q=0", "identity"],
  ["deflate, zstd", "identity"],
  ["gzip;q=2", "identity"],
  ["gzip;q=x", "identity"],
  // All that we have is forbidden: the text is more use than a refusal.
  ["*;q=0", "identity"],
  ["identity;q=0", "identity"],
])("Accept-Encoding %j gets %s", (header, coding) => {
  expect(preferredCoding(header)).toBe(coding);
});

test("each coding holds the same text, and has a tag of its own", async () => {
  const text = "Fjord & Form. ".repeat(100);
  const { bytes, etags } = await compressText(text, "text/plain");
  expect([bytes.identity, gunzipSync(bytes.gzip), brotliDecompressSync(bytes.br)].map(String)).toEqual([text, text, text]);
  expect(bytes.br.length).toBeLessThan(bytes.identity.length / 10);
  expect(new Set(Object.values(etags)).size).toBe(3);
  expect((await compressText(`${text}.`, "text/plain")).etags.br).not.toBe(etags.br);
});
