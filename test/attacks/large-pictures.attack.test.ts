import sharp from "sharp";
import { afterEach, beforeEach, expect, test } from "vitest";
import { anyPicture } from "../kit/assets.ts";
import { startAttackedLibrary, type AttackedLibrary } from "./attacked-library.ts";
import { recordAttack } from "./record.ts";

let library: AttackedLibrary;
beforeEach(async () => void (library = await startAttackedLibrary()));
afterEach(() => library.remove());

/** Of the server's process, whatever is rendered. */
const mostOfServer = 400;
/** Of the process that renders: the limit of a variant, and as much as a program takes between two looks. */
const mostOfPictures = 540;

/** As many pixels as the limits allow: 40 megapixels, of AVIF 16. All alike, which takes less time, and as much memory. */
async function largest(): Promise<Record<string, Buffer>> {
  const flat = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: "#c04020" } });
  return {
    "a JPEG": await flat(6_324, 6_324).jpeg().toBuffer(),
    "an interlaced PNG": await flat(10_000, 4_000).png({ compressionLevel: 1, progressive: true }).toBuffer(),
    "a WebP": await flat(6_324, 6_324).webp({ effort: 0 }).toBuffer(),
    "an AVIF": await flat(4_000, 4_000).avif({ effort: 0 }).toBuffer(),
  };
}

const variants = ["1920x4-3.avif", "3840xauto.avif", "3840x1-1.avif"];

test(
  "variants of the largest pictures leave the server's memory as it is, and their own process within its limit",
  { timeout: 1_800_000 },
  async (context) => {
    const rendered = new Map<string, string>();
    let tried = 0;
    for (const [name, file] of Object.entries(await largest())) {
      const { status, code, asset } = await library.upload(file, { type: "image/jpeg" });
      if (!asset) {
        expect([name, `${status} ${code}`]).toEqual([name, expect.stringMatching(/^(400 file_too_costly|503 unavailable)$/)]);
        rendered.set(name, "refused");
        continue;
      }
      const answers: number[] = [];
      for (const variant of variants) {
        tried += 1;
        // A busy machine notices late that the server has ended a connection that waited: each request has its own.
        const url = library.server.url + new URL(asset.url).pathname.replace(/[^/]*$/, variant);
        const answer = await fetch(url, { headers: { connection: "close" } });
        const { byteLength } = await answer.arrayBuffer();
        expect([name, variant, [200, 404, 503].includes(answer.status) && byteLength > 0]).toEqual([name, variant, true]);
        answers.push(answer.status);
      }
      rendered.set(name, answers.join(" "));
    }
    const memory = library.memory();
    console.log(`Variants of the largest pictures: ${JSON.stringify({ ...Object.fromEntries(rendered), ...memory })}`);
    // The limits were tried: a busy machine refuses some variants that take it too long, and not all of them.
    expect([...rendered.values()].join(" ")).toContain("200");
    expect(memory.pictures).toBeGreaterThan(100);
    expect(memory.server).toBeLessThan(mostOfServer);
    expect(memory.pictures).toBeLessThan(mostOfPictures);
    expect((await library.upload(await anyPicture())).status).toBe(201);
    const { uploads, errors } = await library.sweepUp();
    expect({ uploads, errors }).toEqual({ uploads: [], errors: [] });
    recordAttack(context, {
      attack: "Variants in AVIF of the largest pictures that are accepted",
      unit: "variants",
      tried,
      promise: `each was rendered or refused; the server stayed below ${mostOfServer} MiB, and the process that renders below ${mostOfPictures} MiB`,
    });
  },
);
