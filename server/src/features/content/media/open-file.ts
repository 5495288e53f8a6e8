import type { Readable } from "node:stream";
import type { Deps } from "../../../deps.ts";
import { asFileWork, notNow } from "./keep-file.ts";
import { objectKey } from "./object-key.ts";

/** Opens the bytes of a site's file. Throws `unavailable` if the store does not respond, or lacks them. */
export async function openFile({ store }: Pick<Deps, "store">, siteId: string, sha256: string): Promise<Readable> {
  const opened = await asFileWork(() => store.get(objectKey(siteId, sha256)));
  if (!opened) throw notNow("The store lacks this file for now. Try again soon.");
  return opened.stream;
}
