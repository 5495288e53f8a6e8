import type { AdminAsker } from "./admin-proof.ts";
import type { Answer } from "./harness.ts";
import { addUpload } from "../../server/src/features/content/media/tus/upload-rows.ts";
import { adminBase } from "../../server/src/lib/http/operation.ts";

export const tusHeaders = { "tus-resumable": "1.0.0" };
export const partHeaders = (offset: number) => ({
  ...tusHeaders,
  "upload-offset": String(offset),
  "content-type": "application/offset+octet-stream",
});

/** The header of these words. */
export function metadata(words: Readonly<Record<string, string>>): string {
  return Object.entries(words)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
    .join(",");
}

type Sender = Pick<AdminAsker, "server" | "site" | "sender">;

/** Begins an upload of so many bytes. */
export function beginUpload(
  { server, site, sender }: Sender,
  bytes: number,
  words: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return server.ask(`${adminBase}/sites/${site.slug}/uploads`, {
    method: "POST",
    headers: { ...tusHeaders, ...sender.headers, "upload-length": String(bytes), "upload-metadata": metadata(words) },
  });
}

/** The id of a new upload of the sender, whatever they may do. */
export async function madeUpload({ server, site, sender }: Sender, bytes: number): Promise<string> {
  const { sql, clock, ids } = server.deps;
  const words = { title: "", alt: {}, tags: [], folder: "", focus: [0.5, 0.5] as [number, number] };
  const uploader = { siteId: site.id, adminId: sender.id };
  const newUpload = await addUpload(sql, { now: clock.now(), ids }, uploader, { bytes, words, quotaBytes: 2 ** 40 });
  if ("reason" in newUpload) throw new Error(`The upload was refused: ${newUpload.reason}`);
  return newUpload.id;
}
