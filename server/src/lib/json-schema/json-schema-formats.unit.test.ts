import { expect, it } from "vitest";
import { compileSchema } from "./json-schema.ts";

it.each<[string, string[], string[]]>([
  [
    "email",
    ["a@b.de", "first.last+tag@sub.example.com", "o'hara@example.ie", "x@bücher.example", `${"a".repeat(64)}@${"b.".repeat(93)}com`],
    [
      "",
      "a",
      "@b.de",
      "a@",
      "a@b",
      "a@b..de",
      "a@-b.de",
      "a b@c.de",
      "a@b.de\n",
      ".a@b.de",
      "a@@b.de",
      '"a b"@c.de',
      `${"a".repeat(65)}@b.de`,
      `a@${"b".repeat(64)}.de`,
      `${"a".repeat(64)}@${"b.".repeat(93)}info`,
    ],
  ],
  [
    "uri",
    [
      "https://example.com/",
      "http://a/b?c=d#e",
      "mailto:a@b.de",
      "tel:+4912345",
      "urn:isbn:1",
      "https://example.com/%C3%BC",
      "HTTPS://EXAMPLE.COM",
    ],
    [
      "",
      "a",
      "/path",
      "//example.com",
      "example.com",
      "https://",
      "https:///a",
      "http:a",
      "https://a b",
      "https://ü.de",
      "https://a/%zz",
      "javascript:alert(1)",
      "JavaScript:x",
      "data:text/html,x",
      "vbscript:x",
      "https://a\n",
      "https://[::1",
    ],
  ],
  [
    "uuid",
    ["00000000-0000-0000-0000-000000000000", "A987FBC9-4BED-3078-CF07-9141BA07C9F3"],
    ["", "00000000000000000000000000000000", "{00000000-0000-0000-0000-000000000000}", "0000000g-0000-0000-0000-000000000000"],
  ],
  [
    "date",
    ["2026-01-31", "2024-02-29", "2000-02-29"],
    [
      "",
      "2026-02-29",
      "1900-02-29",
      "2026-04-31",
      "2026-13-01",
      "2026-00-01",
      "2026-01-00",
      "26-01-01",
      "2026-1-1",
      "2026-01-01T",
      "２０２６-01-01",
    ],
  ],
  [
    "time",
    ["00:00:00Z", "23:59:59.999+23:59", "12:30:00z", "12:30:00-03:30"],
    ["", "12:30", "12:30:00", "24:00:00Z", "12:60:00Z", "12:30:60Z", "12:30:00+24:00", "12:30:00.Z"],
  ],
  [
    "date-time",
    ["2026-01-31T00:00:00Z", "2026-01-31t12:30:00.5+01:00"],
    ["", "2026-01-31", "2026-01-31 00:00:00Z", "2026-02-30T00:00:00Z", "2026-01-31T00:00:00", "2026-01-31T25:00:00Z"],
  ],
])("the format %s", (format, right, wrong) => {
  const check = compileSchema({ type: "object", properties: { field: { format } } });
  const accepts = (field: unknown) => check({ field }).length === 0;
  expect(right.filter((text) => !accepts(text))).toEqual([]);
  expect(wrong.filter((text) => accepts(text))).toEqual([]);
  expect(accepts(1)).toBe(true);
});
