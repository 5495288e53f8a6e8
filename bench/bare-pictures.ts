import sharp from "sharp";
import { serveTasks } from "./worker.ts";

/** A rendering by bare sharp: the same size, crop and encoder as those of the variant. */
export interface BareRendering {
  source: string;
  target: string;
  width: number;
  height: number;
  format: "avif" | "webp";
}

// The server's child process has one thread for pictures as well.
sharp.concurrency(1);
sharp.cache(false);

serveTasks(() => async ({ source, target, width, height, format }: BareRendering) => {
  const scaled = sharp(source).resize(width, height, { fit: "cover" });
  const encoded =
    format === "avif" ? scaled.avif({ quality: 50, effort: 2, chromaSubsampling: "4:2:0" }) : scaled.webp({ quality: 78, effort: 3 });
  await encoded.toFile(target);
  return {};
});
