import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openObjectFolder } from "../../server/src/adapters/object-folder.ts";
import { startPictures } from "../../server/src/adapters/picture-pool.ts";
import type { MediaOptions } from "../../server/src/deps.ts";
import type { ObjectStore } from "../../server/src/ports/object-store.ts";
import type { Pictures } from "../../server/src/ports/pictures.ts";

/** What a server needs for media libraries: a store in a folder of its own, and processes that begin with the first file. */
export interface TestMedia {
  store: ObjectStore;
  pictures: Pictures;
  media: MediaOptions;
  /** Ends the processes, and removes the folder. */
  close(): Promise<void>;
}

export async function openTestMedia(publicUrl: string): Promise<TestMedia> {
  const folder = await mkdtemp(join(tmpdir(), "vitrine-media-"));
  const pictures = startPictures({ workers: 1, maxWaitMs: { prepare: 60_000, render: 60_000 } });
  return {
    store: await openObjectFolder(join(folder, "objects")),
    pictures,
    media: { uploads: join(folder, "uploads"), publicUrl, maxBytes: 2 * 2 ** 20, maxVideoBytes: 4 * 2 ** 20, quotaMb: 5_000 },
    close: async () => {
      await pictures.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
