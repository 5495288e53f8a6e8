import { randomBytes, randomUUID } from "node:crypto";
import sharp from "sharp";
import type { AdminAsker } from "./admin-proof.ts";
import type { TestAdmin } from "./admins.ts";
import type { Answer, TestServer, TestSite } from "./harness.ts";
import { adminBase } from "../../server/src/lib/http/operation.ts";

/** The members of an asset that tests look at. */
export interface MadeAsset {
  id: string;
  revision: number;
  url: string;
  contentType: string;
  width: number | null;
  height: number | null;
  pages: number | null;
  sha256: string;
  name: string;
}

interface PictureOf {
  width?: number;
  height?: number;
  format?: "png" | "jpeg" | "webp";
}

/** A picture that no other has: one colour, and a corner of noise. */
export async function anyPicture({ width = 8, height = 6, format = "png" }: PictureOf = {}): Promise<Buffer> {
  const noise = await sharp(randomBytes(12), { raw: { width: 2, height: 2, channels: 3 } })
    .png()
    .toBuffer();
  const [r = 0, g = 0, b = 0] = randomBytes(3);
  const flat = sharp({ create: { width, height, channels: 3, background: { r, g, b } } });
  return flat
    .composite([{ input: noise, left: 0, top: 0 }])
    .toFormat(format)
    .toBuffer();
}

/** Sends a file as the body of a request. */
export function upload(
  { ask }: Pick<TestServer, "ask">,
  site: Pick<TestSite, "slug">,
  sender: Pick<TestAdmin, "headers">,
  bytes: Uint8Array,
  { name = "picture.png", type = "image/png", path = "assets", headers = {} } = {},
): Promise<Answer> {
  return ask(`${adminBase}/sites/${site.slug}/${path}`, {
    method: "POST",
    headers: { ...sender.headers, "content-type": type, "content-disposition": `attachment; filename="${name}"`, ...headers },
    body: Buffer.from(bytes),
  });
}

/** Uploads a picture that no other has, and returns its asset. */
export async function madeAsset(
  { server, site, owner }: Pick<AdminAsker, "server" | "site" | "owner">,
  bytes?: Uint8Array,
): Promise<MadeAsset> {
  const { status, json, text } = await upload(server, site, owner, bytes ?? (await anyPicture()));
  if (status !== 201) throw new Error(`The upload failed: ${text}`);
  return (json as { data: MadeAsset }).data;
}

/** The same of a text that no other is, which needs no picture to be processed. */
export function madeNotes(asker: Pick<AdminAsker, "server" | "site" | "owner">): Promise<MadeAsset> {
  return madeAsset(asker, Buffer.from(`Notes ${randomUUID()}`));
}
