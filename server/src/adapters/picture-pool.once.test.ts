import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { pictureFolder, prepareBytes, somebody, type PictureFolder } from "../../../test/kit/picture-files.ts";
import { drawnAnimation, drawnPicture, fileOfPhone, pixelFormats } from "../../../test/kit/pictures.ts";
import { pictureFormats, PicturesBusy, type Pictures, type PreparedFile } from "../ports/pictures.ts";
import { startPictures, type PicturePool } from "./picture-pool.ts";

let folder: PictureFolder;
let pictures: Pictures;
beforeAll(async () => {
  folder = await pictureFolder();
  pictures = startPictures({ workers: 1 });
});
afterAll(async () => {
  await pictures.close();
  await folder.remove();
});

/** The machine of the tests may be busy. */
const patient = { prepare: 60_000, render: 60_000 };
/** A pool of its own. */
function started(options: Partial<PicturePool> = {}): Pictures {
  const pool = startPictures({ workers: 1, maxWaitMs: patient, ...options });
  onTestFinished(() => pool.close());
  return pool;
}
const prepared = async (bytes: Buffer | string, pool = pictures) => (await prepareBytes(pool, folder, bytes)) as PreparedFile;
const render = async (pool: Pictures, source: string, options: object = {}) => {
  const target = join(folder.path, `variant-${Math.random()}`);
  const result = await pool.render(somebody, { source, target, width: 64, focus: [0.5, 0.5], format: "webp", ...options });
  return { ...result, target } as { target: string; width: number; height: number; bytes: number; sha256: string };
};

describe("a prepared picture", () => {
  test.each(pixelFormats)("in %s is cleaned, hashed and measured as it is shown", async (format) => {
    const file = await prepared(await fileOfPhone(format, { width: 200, height: 100 }));
    const storedBytes = await readFile(file.path);
    const isTurned = format !== "gif";
    expect(file).toMatchObject({
      contentType: `image/${format}`,
      bytes: storedBytes.length,
      sha256: createHash("sha256").update(storedBytes).digest("hex"),
      ...(isTurned ? { width: 100, height: 200 } : { width: 200, height: 100 }),
    });
    expect(file.path.endsWith(".cleaned")).toBe(isTurned);
    expect(file.dominantColor).toMatch(/^#[0-9a-f]{6}$/);
    expect(Buffer.from(file.placeholder ?? "", "base64").length).toBeGreaterThan(10);
    const again = await prepared(storedBytes);
    expect({ ...again, path: "" }).toEqual({ ...file, path: "" });
    expect(again.path).not.toContain("cleaned");
  });

  test("is found at a path that is relative to this process", async () => {
    const { path } = await prepared(await drawnPicture(9, 9).png().toBuffer());
    const [source, target] = [relative(process.cwd(), path), relative(process.cwd(), `${path}.copy`)];
    expect(await pictures.prepare(somebody, { source, target, keepMetadata: false })).toMatchObject({ contentType: "image/png", width: 9 });
    expect(await render(pictures, source, { target, width: 8 })).toMatchObject({ width: 8 });
    expect((await readFile(target)).length).toBeGreaterThan(20);
  });

  test("has the colour that most of it has, and the number of its frames", async () => {
    const red = sharp({ create: { width: 90, height: 60, channels: 3, background: "#cc2211" } });
    expect((await prepared(await red.png().toBuffer())).dominantColor).toBe("#cc2211");
    const clear = sharp({ create: { width: 9, height: 6, channels: 4, background: "#cc221100" } });
    expect((await prepared(await clear.png().toBuffer())).dominantColor).toBe("#ffffff");
    expect(await prepared(await drawnAnimation(7).gif().toBuffer())).toMatchObject({ pages: 7, width: 40, height: 40 });
  });
});

describe("a variant", () => {
  let source: string;
  beforeAll(async () => {
    source = (await prepared(await fileOfPhone("jpeg", { width: 400, height: 300 }))).path;
  });

  test.each(pictureFormats)("in %s is upright, in sRGB, and without metadata", async (format) => {
    const variant = await render(pictures, source, { width: 128, format });
    const bytes = await readFile(variant.target);
    expect(variant).toMatchObject({ width: 128, height: 171, bytes: bytes.length });
    expect(variant.sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
    const head = await sharp(bytes).metadata();
    expect(head).toMatchObject({ width: 128, height: 171, space: "srgb" });
    expect([head.exif, head.xmp, head.icc, head.orientation]).toEqual([undefined, undefined, undefined, undefined]);
  });

  test("is never larger than its original, and crops around the focus", async () => {
    expect(await render(pictures, source, { width: 3_840 })).toMatchObject({ width: 300, height: 400 });
    expect(await render(pictures, source, { width: 3_840, ratio: [1, 1] })).toMatchObject({ width: 300, height: 300 });
    expect(await render(pictures, source, { width: 256, ratio: [16, 9] })).toMatchObject({ width: 256, height: 144 });
    const halves = await sharp({ create: { width: 200, height: 100, channels: 3, background: "#ff0000" } })
      .composite([{ input: { create: { width: 100, height: 100, channels: 3, background: "#0000ff" } }, left: 100, top: 0 }])
      .png()
      .toBuffer();
    const path = await folder.write(halves);
    for (const [x, channel] of [
      [0, 0],
      [0.2, 0],
      [0.8, 2],
      [1, 2],
    ] as const) {
      const { target } = await render(pictures, path, { width: 64, ratio: [1, 2], focus: [x, 0.5], format: "png" });
      const { channels } = await sharp(target).stats();
      expect([x, channels[channel]?.mean]).toEqual([x, 255]);
    }
  });

  test("of an animation is its first frame; of a transparent picture as JPEG, it lies on white", async () => {
    const { target } = await render(pictures, await folder.write(await drawnAnimation(3).webp().toBuffer()), { format: "png" });
    expect((await sharp(target).metadata()).pages ?? 1).toBe(1);
    const clear = sharp({ create: { width: 90, height: 60, channels: 4, background: "#00000000" } });
    const variant = await render(pictures, await folder.write(await clear.png().toBuffer()), { format: "jpeg" });
    expect((await sharp(variant.target).stats()).channels.map(({ min }) => min)).toEqual([255, 255, 255]);
  });

  test("of a damaged file is refused, and leaves no file", async () => {
    const half = (await readFile(source)).subarray(0, 2_000);
    const before = await folder.names();
    const path = await folder.write(half);
    expect(await render(pictures, path)).toMatchObject({ refused: "file_damaged" });
    expect((await folder.names()).length).toBe(before.length + 1);
  });
});

describe("the processes", () => {
  test("do uploads before renderings, and yet not for ever", async () => {
    const pool = started();
    const [small, path] = [await drawnPicture(20, 20).png().toBuffer(), await folder.write(await drawnPicture(50, 50).png().toBuffer())];
    const done: string[] = [];
    const work = [
      ...Array.from({ length: 2 }, () => render(pool, path).then(() => done.push("render"))),
      ...Array.from({ length: 6 }, () => prepareBytes(pool, folder, small).then(() => done.push("prepare"))),
    ];
    await Promise.all(work);
    expect(done.indexOf("render")).toBe(0);
    expect(done.lastIndexOf("render")).toBeGreaterThan(1);
    expect(done.lastIndexOf("render")).toBeLessThan(7);
  });

  test("have a limit of files that wait", async () => {
    const pool = started({ maxWaiting: 3 });
    const path = await folder.write(await drawnPicture(50, 50).png().toBuffer());
    const work = Array.from({ length: 5 }, () => render(pool, path));
    expect(pool.load).toEqual({ waiting: 3, working: 1 });
    await expect(work.at(-1)).rejects.toBeInstanceOf(PicturesBusy);
    expect((await prepareBytes(pool, folder, await drawnPicture(9, 9).png().toBuffer())) as object).toHaveProperty("sha256");
    expect((await Promise.all(work.slice(0, 4))).map(({ width }) => width)).toEqual([50, 50, 50, 50]);
    expect(pool.load).toEqual({ waiting: 0, working: 0 });
  });

  test("tell a file that waits too long to come later", async () => {
    const pool = started({ maxWaitMs: { prepare: 60_000, render: 1 } });
    const path = await folder.write(await drawnPicture(50, 50).png().toBuffer());
    const small = await drawnPicture(9, 9).png().toBuffer();
    const first = render(pool, path);
    const [late, upload] = [expect(render(pool, path)).rejects.toBeInstanceOf(PicturesBusy), prepareBytes(pool, folder, small)];
    await late;
    expect([(await first).width, await upload]).toEqual([50, expect.objectContaining({ width: 9 })]);
    expect(pool.load).toEqual({ waiting: 0, working: 0 });
  });

  test("are killed when a file takes too long or too much memory; the next file is done", async () => {
    const noisy = sharp({
      create: { width: 3_000, height: 3_000, channels: 3, background: "#fff", noise: { type: "gaussian", mean: 128, sigma: 60 } },
    });
    const slow = await folder.write(await noisy.jpeg({ quality: 95 }).toBuffer());
    for (const limits of [{ maxJobMs: 700 }, { maxBytes: 200 * 1_024 * 1_024 }]) {
      const warnings: object[] = [];
      const pool = started({ ...limits, log: { warn: (fields: object) => warnings.push(fields) } as never });
      const before = await folder.names();
      const refused = render(pool, slow, { width: 2_560, format: "avif" });
      const next = render(pool, await folder.write(await drawnPicture(50, 50).png().toBuffer()));
      expect([limits, await refused]).toMatchObject([limits, { refused: "file_too_costly" }]);
      expect(await next).toMatchObject({ width: 50 });
      expect((await folder.names()).length).toBe(before.length + 2);
      expect(warnings.length).toBe(1);
    }
  });

  test("do the files of other sites while a site's costly ones wait; these end where they take too much", async () => {
    const pool = started({ maxJobMs: 1_000, trials: { perSecond: 1, burst: 500 }, maxWaitMs: { prepare: 170_000, render: 170_000 } });
    const noisy = sharp({
      create: { width: 3_000, height: 3_000, channels: 3, background: "#fff", noise: { type: "gaussian", mean: 128, sigma: 60 } },
    });
    const [slow, small] = [
      await folder.write(await noisy.jpeg().toBuffer()),
      await folder.write(await drawnPicture(50, 50).png().toBuffer()),
    ];
    const done: string[] = [];
    const costly = Array.from({ length: 3 }, () =>
      render(pool, slow, { width: 2_560, format: "avif" }).then((result) => void done.push("refused" in result ? "refused" : "costly")),
    );
    const others = ["one", "another"].flatMap((site) =>
      Array.from({ length: 5 }, (_, client) => {
        const target = join(folder.path, `variant-${Math.random()}`);
        const rendering = { source: small, target, width: 64, focus: [0.5, 0.5], format: "webp" } as const;
        return pool.render({ account: site, site, client: String(client) }, rendering).then(() => void done.push(site));
      }),
    );
    await Promise.all(others);
    expect(done.length).toBeLessThan(others.length + costly.length);
    await Promise.all(costly);
    expect(done.filter((each) => each === "refused")).toHaveLength(costly.length);
  });

  test("end with the pool, and what waits is told so", async () => {
    const pool = startPictures({ workers: 2 });
    const path = await folder.write(await drawnPicture(2_000, 2_000).png().toBuffer());
    const work = Array.from({ length: 4 }, () => render(pool, path, { width: 1_920, format: "avif" }).catch((error: unknown) => error));
    await pool.close();
    for (const ended of await Promise.all(work)) expect(ended).toBeInstanceOf(PicturesBusy);
    await expect(render(pool, path)).rejects.toBeInstanceOf(PicturesBusy);
  });

  test("end when there is nothing to do, and start again", async () => {
    const pool = started({ idleMs: 1 });
    for (let round = 0; round < 2; round += 1) {
      expect(await prepared(await drawnPicture(20, 20).png().toBuffer(), pool)).toHaveProperty("sha256");
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
});
