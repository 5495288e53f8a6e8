import type { Config } from "../config.ts";
import type { MediaSettings } from "../lib/text/media-settings.ts";
import type { ObjectStore } from "../ports/object-store.ts";

/** The configured store for files. Throws StoreUnavailable if a folder cannot be used; a bucket is first asked when it is needed. */
export async function openObjectStore({ media }: Pick<Config, "media">): Promise<ObjectStore> {
  return openStore(media);
}

/** The same of any store. */
export async function openStore(media: MediaSettings): Promise<ObjectStore> {
  // Loads only the adapter that is needed.
  if (media.kind === "bucket") {
    const { openObjectBucket } = await import("../adapters/object-bucket.ts");
    return openObjectBucket(media);
  }
  const { openObjectFolder } = await import("../adapters/object-folder.ts");
  return openObjectFolder(media.folder);
}
