import { expect, test } from "vitest";
import { srcsetOf } from "./media-address.ts";

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
