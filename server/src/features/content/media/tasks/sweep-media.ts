import type { Deps } from "../../../../deps.ts";
import { job } from "../../../../lib/tasks/job.ts";
import { removeAbandonedUploads } from "../abandoned-uploads.ts";
import { endOldAddresses } from "../old-addresses.ts";
import { removeIdleFiles } from "../idle-files.ts";
import { removeOrphans } from "../orphans.ts";
import { endOldUploads } from "../tus/upload-rows.ts";

const dayMs = 24 * 60 * 60_000;

/** Removes addresses that were replaced, bytes that nothing has named and uploads that nobody has gone on with, for a day. */
export const sweepMedia = job(
  { name: "sweep media", everyMs: dayMs, deletes: true },
  async (deps: Pick<Deps, "sql" | "clock" | "ids" | "store" | "log" | "media">) => {
    const before = new Date(deps.clock.now().getTime() - dayMs);
    await removeAbandonedUploads(deps, before);
    await endOldUploads(deps, deps.clock.now());
    await endOldAddresses(deps, before);
    await removeIdleFiles(deps, before);
    await removeOrphans(deps, before);
  },
);
