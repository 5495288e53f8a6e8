import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalOrigin, isLoopbackOrigin, originRule } from "./origin.ts";

describe("origins", () => {
  test.each([
    ["https://Shop.Example", "https://shop.example"],
    ["https://shop.example:443", "https://shop.example"],
    ["http://shop.example:80", "http://shop.example"],
    ["http://shop.example:8080", "http://shop.example:8080"],
    ["https://bücher.example", "https://xn--bcher-kva.example"],
    ["https://*.shop.example", "https://*.shop.example"],
    ["http://[::1]:3000", "http://[::1]:3000"],
  ])("%s is configured as %s", (origin, canonical) => {
    expect(canonicalOrigin(origin)).toBe(canonical);
  });

  test.each([
    ...[
      "",
      "*",
      "null",
      "shop.example",
      "https://",
      "https://shop.example/",
      "https://shop.example/x",
      "https://shop.example?x",
      "https://shop.example#x",
      "https://a@shop.example",
    ],
    ...[
      "https://shop.example.",
      "ftp://shop.example",
      "https://*.example",
      "https://*",
      "https://*.*.shop.example",
      "https://a.*.example",
      "https://*.127.0.0.1",
      "https://sho p.example",
      "https://shop.example\\x",
    ],
  ])("%s cannot be configured as an origin", (origin) => {
    expect(canonicalOrigin(origin)).toBeUndefined();
  });

  test("only the configured origins are allowed", () => {
    const rule = originRule(["https://shop.example", "https://*.wild.example"]);
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl(),
          fc.string(),
          fc.domain().map((domain) => `https://${domain}`),
        ),
        (origin) => {
          fc.pre(!/^https:\/\/(shop|[a-z0-9-]+\.wild)\.example(:443)?$/i.test(origin));
          expect(rule(origin)).toBe(false);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test.each(["http://localhost", "http://localhost:5173", "https://localhost:1", "http://127.0.0.1:80", "http://[::1]:9"])(
    "%s is a development origin",
    (origin) => {
      expect(isLoopbackOrigin(origin)).toBe(true);
    },
  );

  test.each([
    "http://localhost.evil.example",
    "http://localhost:1@evil.example",
    "http://127.0.0.2",
    "http://localhost/",
    "http://evil-localhost",
    "null",
    "http://localhost:123456",
  ])("%s is not a development origin", (origin) => {
    expect(isLoopbackOrigin(origin)).toBe(false);
  });
});
