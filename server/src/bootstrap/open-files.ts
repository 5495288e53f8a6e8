import type { Config } from "../config.ts";
import type { CommandFiles } from "../lib/cli/command.ts";

/** The files of media libraries for a command: opened when it asks for them, since most never do. */
export function openFiles(config: Config): { open(): Promise<CommandFiles>; close(): Promise<void> } {
  let opened: Promise<CommandFiles> | undefined;
  return {
    open: () => (opened ??= openAll(config)),
    close: async () => {
      const files = await opened?.catch(() => undefined);
      await files?.pictures.close();
    },
  };
}

async function openAll(config: Config): Promise<CommandFiles> {
  const { startPictures } = await import("../adapters/picture-pool.ts");
  const { openObjectStore } = await import("./open-object-store.ts");
  const { mediaOptions } = await import("./assemble.ts");
  const store = await openObjectStore(config);
  return { store, pictures: startPictures({ workers: config.files.workers }), media: mediaOptions(config) };
}
