import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { filesInFolder, type BundleFiles } from "./features/bundle/index.ts";
import { demoFile } from "./features/demo/index.ts";

/** What is known of a picture: the digest of its drawing, and what cleaning says of the file. */
type KnownPicture = { drawing: string } & NonNullable<ReturnType<NonNullable<BundleFiles["known"]>>>;

/** The files of the demo's bundle. They are ours and were cleaned when they were drawn, so a first start need not do it: it would take most of its time. */
export function demoFiles(): BundleFiles {
  const known = new Map(Object.entries(JSON.parse(readFileSync(demoFile("pictures/drawn.json"), "utf8")) as Record<string, KnownPicture>));
  return {
    ...filesInFolder(fileURLToPath(demoFile("."))),
    known: (path) => {
      const { drawing: _, ...file } = known.get(/^pictures\/([a-z0-9-]+)\.webp$/.exec(path)?.[1] ?? "") ?? { drawing: "" };
      return "sha256" in file ? file : undefined;
    },
  };
}
