import { expect, test } from "vitest";
import { srcsetOf, stillOf } from "./media-address.ts";

const base = "https://shop.example/media/acme/019a/0a1b2c3d";
const srcset = (width: number | null, contentType = "image/jpeg", pages: number | null = null) =>
  srcsetOf(base, { contentType, pages, width });

test.each([
  [40, ["64xauto.auto 40w"]],
  [64, ["64xauto.auto 64w"]],
  [65, ["64xauto.auto 64w", "128xauto.auto 65w"]],
  [300, ["64xauto.auto 64w", "128xauto.auto 128w", "256xauto.auto 256w", "384xauto.auto 300w"]],
])("a picture of %d pixels has these variants", (width, names) => {
  expect(srcset(width)).toBe(names.map((name) => `${base}/${name}`).join(", "));
});

test.each([3_840, 3_841, 12_000])("a picture of %d pixels has each width once, up to the largest", (width) => {
  const names = srcset(width)?.split(", ") ?? [];
  expect([names.length, new Set(names).size, names.at(-1)]).toEqual([13, 13, `${base}/3840xauto.auto 3840w`]);
});

test("files without variants have none", () => {
  expect([srcset(null), srcset(300, "image/svg+xml"), srcset(300, "image/gif", 2), srcset(300, "video/mp4")]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

test("an animation has a still, and nothing else has one", () => {
  const still = (width: number | null, contentType: string, pages: number | null) => stillOf(base, { contentType, pages, width });
  expect([still(300, "image/gif", 2), still(384, "image/webp", 9), still(9_000, "image/png", 3)]).toEqual([
    { still: `${base}/384xauto.auto` },
    { still: `${base}/384xauto.auto` },
    { still: `${base}/3840xauto.auto` },
  ]);
  expect([still(300, "image/gif", null), still(300, "application/pdf", 9), still(null, "image/gif", 2)]).toEqual([{}, {}, {}]);
});
