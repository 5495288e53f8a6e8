import { setTimeout as pause } from "node:timers/promises";
import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { task } from "../../../../lib/tasks/task.ts";
import { commonVariants } from "../common-variants.ts";
import { variantMaker, type RenderingDeps } from "../render-variant.ts";

/** Less than the lease of a task, so that no other process begins the same. */
const [withinMs, lookEveryMs] = [90_000, 250];
// The whole picture is shown, so there is nothing to focus on.
const whole = { ratio: undefined, focus: [0.5, 0.5] as const };

/**
 * Renders the variants that pages ask for first, one after the other, and each only once no visitor waits for a picture. What is not made by then,
 * or cannot be made, is made when somebody asks for it: nothing is tried again.
 */
export const renderCommonWidths = task(
  {
    name: "render-common-widths",
    lane: "pictures",
    waitingPerSite: 2_000,
    payload: Type.Object({ siteId: Type.String(), fileId: Type.String() }),
  },
  (deps: RenderingDeps & Pick<Deps, "log" | "draining">) => {
    const { sql, pictures, clock, draining, log } = deps;
    const make = variantMaker(deps);
    return async ({ siteId, fileId }) => {
      const [file] = await sql<{ sha256: string; width: number | null; contentType: string; pages: number | null }>`
        select sha256, width, content_type as "contentType", pages
        from asset_files
        where site_id = ${siteId} and id = ${fileId} and removed_at is null`;
      if (!file) return;
      const endMs = clock.monotonicMs() + withinMs;
      for (const variant of commonVariants(file)) {
        while (pictures.load.waiting > 0 && clock.monotonicMs() < endMs && !draining.aborted) await pause(lookEveryMs);
        // Another process goes on.
        if (draining.aborted) throw new Error("The server stops.");
        if (clock.monotonicMs() >= endMs) return;
        try {
          if (!(await make({ client: "nobody", siteId, fileId, sha256: file.sha256, ...whole, ...variant }))) return;
        } catch (error) {
          log.debug({ error: (error as Error).name }, "a picture was not rendered ahead");
          return;
        }
      }
    };
  },
);
