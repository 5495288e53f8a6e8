import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { filesInFolder, type BundleFiles } from "./features/content/bundle/index.ts";
import { demoFile } from "./features/server/demo/index.ts";

type Cleaned = NonNullable<ReturnType<NonNullable<BundleFiles["known"]>>>;

/** The files of the demo's bundle. They are ours and were cleaned before, so a first start need not do it: it would take most of its time. */
export function demoFiles(): BundleFiles {
  const cleaned = new Map(Object.entries(JSON.parse(readFileSync(demoFile("pictures/pictures.json"), "utf8")) as Record<string, Cleaned>));
  return {
    ...filesInFolder(fileURLToPath(demoFile("."))),
    known: (path) => cleaned.get(/^pictures\/([a-z0-9-]+)\.webp$/.exec(path)?.[1] ?? ""),
  };
}
