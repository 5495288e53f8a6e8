/** Texts that comparisons, orders and lists of values get wrong first. */
export const edgeTexts: readonly string[] = [
  ...["", " ", "a", "A", "á", "a\u0301", "ä", "ab", "aB", "áb", "b", "t", "T", "tt", "n", "zebra", "Zebra", "zébra"],
  ...["ß", "ss", "SS", "ẞ", "ﬁ", "fi", "ﷺ", "Å", "Å", "Ω", "Ω", "ΑΣ", "ΑΣΑ", "İ", "ı", "i", "I", "ø", "łódź"],
  ...["\u0301", "\u200b", "a\u200bb", "\ufeffa", "한글", "가", "가", "\u00ad"],
  // By code units the first three of these would come after the rest.
  ...["\uffee", "\ufffd", "\ue000", "😀", "😀x", "𝒜", "\u{10ffff}", "\u{10fffd}", "Ａ", "\ud7ff", "\ud7fb"],
  ...[
    "100",
    "-1",
    "1e3",
    "true",
    "null",
    "2026-01-31",
    "%",
    "_",
    "a_b",
    "\\",
    "a\\,b",
    ",",
    "a,b",
    "'",
    '"',
    "[0]",
    "a\tb",
    "\u0001",
    "a\u0001b",
  ],
  ...["x".repeat(199), "x".repeat(200), "x".repeat(201), `${"x".repeat(199)}é`, `${"x".repeat(199)}😀y`, `${"X".repeat(200)}z`],
  ...["ﷺ".repeat(20), "ﷺ".repeat(200), "😀".repeat(201), `${"a\u0301".repeat(100)}end`, `${"a\u0301".repeat(120)}end`],
];

/** Content may have them. */
export const storedNumbers: readonly number[] = [
  ...[0, 1, -1, 2, 10, 60, 100, -100, 1.5, -1.5, 0.1, 0.3, 0.1 + 0.2, 1e-7, 5e-324, -5e-324, 2.2250738585072014e-308],
  ...[Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER - 1],
];

export const edgeNumbers: readonly number[] = [...storedNumbers, 1e308, -1e308, Number.MAX_VALUE, 1e21];

export const edgeDates: readonly string[] = [
  ...["2026-01-31", "2026-02-01", "2024-02-29", "1969-12-31", "1970-01-01", "0001-01-01", "9999-12-31", "2000-01-01"],
];

export const edgeInstants: readonly string[] = [
  ...["2026-01-01T00:00:00Z", "2026-01-01T01:00:00+01:00", "2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.001Z"],
  ...["2025-12-31T23:59:59.999Z", "2025-12-31T23:59:59.999999Z", "2026-01-01T00:00:00.0005Z", "1969-12-31T23:59:59.5Z"],
  ...[
    "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59-23:59",
    "0000-01-01T00:00:00+23:59",
    "2026-06-01t12:30:00z",
    "2026-06-01T14:30:00.0+02:00",
  ],
];

/** Values of no field's kind, or of another one than the field's. */
export const wrongValues: readonly unknown[] = [
  null,
  "",
  "60",
  "true",
  "2026-02-30",
  "2026-01-01T00:00:00",
  1,
  0,
  true,
  false,
  {},
  { a: 1 },
];
