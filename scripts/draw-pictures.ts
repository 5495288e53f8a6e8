/**
 * Renders the drawings of the demo as the pictures of its media library, those that changed, and removes those that nothing draws any more.
 *   npm run demo:pictures
 * `demo/pictures/drawn.json` has the digest of each drawing, so that `npm run check:generated` finds pictures that are out of date without rendering them:
 * the bytes of an encoder differ from machine to machine.
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { startPictures } from "../server/src/adapters/picture-pool.ts";
import type { PreparedFile } from "../server/src/ports/pictures.ts";
import { illustration, illustrationNames } from "../demo/drawings/illustration.ts";

const folder = new URL("../demo/pictures/", import.meta.url);
const list = new URL("drawn.json", folder);
/** Sharp on a laptop's whole screen, and on three pixels for one of a telephone. */
const width = 1920;

/** The digest of each drawing, by its name. */
export function drawnDigests(): Map<string, string> {
  const digest = (name: string) =>
    createHash("sha256")
      .update(illustration(name) ?? "")
      .digest("hex")
      .slice(0, 16);
  return new Map([...illustrationNames].sort().map((name) => [name, digest(name)]));
}

type Drawn = Record<string, { drawing: string } & Omit<PreparedFile, "path">>;

/** What the list says of the pictures. */
export async function listedPictures(): Promise<Drawn> {
  return JSON.parse(await readFile(list, "utf8").catch(() => "{}")) as Drawn;
}

async function drawPictures(): Promise<void> {
  const [wanted, listed, drawn] = [drawnDigests(), await listedPictures(), {} as Drawn];
  await mkdir(folder, { recursive: true });
  const pictures = startPictures({ workers: 1 });
  for (const [name, drawing] of wanted) {
    const known = listed[name];
    const path = fileURLToPath(new URL(`${name}.webp`, folder));
    if (known?.drawing === drawing && existsSync(path)) drawn[name] = known;
    else {
      await render(name, path);
      const file = await pictures.prepare({ source: path, target: `${path}.cleaned`, keepMetadata: false });
      if ("refused" in file || file.path !== path) throw new Error(`The picture ${name} is not clean.`);
      const { path: _, ...measured } = file;
      drawn[name] = { drawing, ...measured };
      console.log(`Rendered ${name}.webp.`);
    }
  }
  await pictures.close();
  for (const file of await readdir(folder))
    if (file !== "drawn.json" && !wanted.has(file.replace(/\.webp$/, ""))) await rm(new URL(file, folder));
  await writeFile(list, `${JSON.stringify(drawn, null, 2)}\n`);
}

/** Even colours and sharp edges: nearly lossless is small, and what is made of it is as good as the drawing. */
async function render(name: string, path: string): Promise<void> {
  const drawing = sharp(Buffer.from(illustration(name) ?? ""), { density: (72 * width) / 900 }).resize({ width });
  await drawing.webp({ nearLossless: true, quality: 60, effort: 3 }).toFile(path);
}

if (process.argv[1]?.endsWith("draw-pictures.ts")) await drawPictures();
