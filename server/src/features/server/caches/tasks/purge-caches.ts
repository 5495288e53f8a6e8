import type { Deps } from "../../../../deps.ts";
import { purgeKind } from "../../../../lib/published/cache-purges.ts";
import { purgedTags } from "../../../../lib/published/cache-tags.ts";
import { endTurn, readDuePurges, replacePurges, takeTurn } from "../../../../lib/published/cache-turn.ts";
import { task } from "../../../../lib/tasks/task.ts";

/** Between calls of one site, so that a service that counts them has one a second at most. */
const pauseMs = 1_000;
const longestPauseMs = 60_000;

/**
 * After each acknowledgement, until the next one. A process may show what it was for a second, and a cache that asks it then, after the first purge, keeps that. The
 * second purge drops it; the third one drops what was so slow on its way that it came after the second.
 */
const againAfterMs = [1_100, 15_000];

/** Has the caches in front of a site drop what changes made out of date, until they have acknowledged it: again and again, if they fail. */
export const purgeCaches = task(
  purgeKind,
  ({ sql, clock, ids, cachePurger, log }: Pick<Deps, "sql" | "clock" | "ids" | "cachePurger" | "log">) =>
    async ({ siteId }) => {
      const began = clock.now();
      const turn = await takeTurn(sql, { now: began, ids }, siteId);
      if (!turn) return;
      let { failures, nextAt } = turn;
      try {
        if (nextAt > began) return;
        const due = await readDuePurges(sql, siteId, began);
        if (due.ids.length === 0) return;
        try {
          await cachePurger.purge(purgedTags(turn.slug, due.tags));
          failures = 0;
        } catch (error) {
          failures += 1;
          const { name, kind } = error as { name?: string; kind?: string };
          log.warn({ site: siteId, error: name, failure: kind, failures }, "the caches in front cannot be purged");
        }
        const now = clock.now();
        nextAt = new Date(now.getTime() + Math.min(pauseMs * 2 ** Math.min(failures, 10), longestPauseMs));
        await replacePurges(sql, { now, ids }, siteId, due, (passes) => {
          if (failures > 0) return { passes, dueAt: nextAt };
          const afterMs = againAfterMs[passes];
          return afterMs === undefined ? undefined : { passes: passes + 1, dueAt: new Date(now.getTime() + afterMs) };
        });
      } finally {
        await endTurn(sql, { now: clock.now(), ids }, { siteId, failures, nextAt });
      }
    },
);
