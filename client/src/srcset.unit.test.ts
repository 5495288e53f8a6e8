import { describe, expect, expectTypeOf, test } from "vitest";
import type { Asset } from "./admin.ts";
import type { AssetReference, Picture } from "./index.ts";
import { srcset, type VariantWidth } from "./srcset.ts";

const base = "https://cdn.example/media/acme/019a/0a1b2c3d";
const picture = { url: `${base}/chair.jpg`, width: 1000, height: 500, srcset: `${base}/64xauto.auto 64w` };
const asset = { url: picture.url, width: 1000, height: 500, contentType: "image/jpeg", pages: null };

describe("srcset", () => {
  test("names the widths that are asked for, up to the picture's own", () => {
    expect(srcset(picture, { widths: [1200, 640, 1920, 640] })).toBe(`${base}/640xauto.auto 640w, ${base}/1200xauto.auto 1000w`);
    expect(srcset(picture, { widths: [640, 768] })).toBe(`${base}/640xauto.auto 640w, ${base}/768xauto.auto 768w`);
    expect(srcset(picture)?.split(", ").at(-1)).toBe(`${base}/1200xauto.auto 1000w`);
    expect(srcset(picture)?.split(", ")).toHaveLength(9);
    expect(srcset({ ...picture, width: 960 }, { widths: [960, 1200] })).toBe(`${base}/960xauto.auto 960w`);
  });

  test("crops to what the picture has in that ratio, in one format", () => {
    expect(srcset(picture, { widths: [256, 512, 640], ratio: "1:1", format: "webp" })).toBe(
      `${base}/256x1-1.webp 256w, ${base}/512x1-1.webp 500w`,
    );
    expect(srcset(picture, { widths: [640, 1200], ratio: "16:9" })).toBe(`${base}/640x16-9.auto 640w, ${base}/1200x16-9.auto 889w`);
  });

  test("is null for what has no variants", () => {
    expect(srcset({ ...picture, srcset: null })).toBeNull();
    expect(srcset({ url: "https://pictures.example/chair.jpg", width: 1000, height: 500 })).toBeNull();
    for (const contentType of ["image/svg+xml", "image/x-icon", "video/mp4"]) expect(srcset({ ...asset, contentType })).toBeNull();
    expect(srcset({ ...asset, contentType: "image/gif", pages: 2 })).toBeNull();
  });

  test("follows from the type of an asset, which the admin API returns without", () => {
    expect(srcset(asset, { widths: [640] })).toBe(`${base}/640xauto.auto 640w`);
    expect(srcset({ ...asset, contentType: "image/gif", pages: 1 }, { widths: [640] })).toBe(`${base}/640xauto.auto 640w`);
    expectTypeOf<Asset>().toExtend<Parameters<typeof srcset>[0]>();
  });

  test("takes files of content and pictures of products, and only widths and formats that there are", () => {
    expectTypeOf<AssetReference>().toExtend<Parameters<typeof srcset>[0]>();
    expectTypeOf<Picture>().toExtend<Parameters<typeof srcset>[0]>();
    expectTypeOf<1200>().toExtend<VariantWidth>();
    // @ts-expect-error No picture has this width.
    srcset(picture, { widths: [1000] });
    // @ts-expect-error No variant has this format.
    srcset(picture, { format: "gif" });
  });
});
