import { buildIfStale } from "../../server/build.js";
import { buildIfStale as buildStudioIfStale } from "../../studio/build.js";

/** Processes start from the build. */
export async function setup(): Promise<void> {
  await Promise.all([buildIfStale(), buildStudioIfStale()]);
}
