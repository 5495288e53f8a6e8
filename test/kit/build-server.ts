import { buildIfStale } from "../../server/build.js";

/** Processes start from the build. */
export async function setup(): Promise<void> {
  await buildIfStale();
}
