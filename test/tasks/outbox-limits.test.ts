import { describe, expect, inject, test } from "vitest";
import { systemIds } from "../../server/src/adapters/system.ts";
import { addToOutbox } from "../../server/src/lib/tasks/outbox.ts";
import type { TaskKind } from "../../server/src/lib/tasks/task.ts";
import { note, siteA, siteB, testedOutbox } from "./tested-outbox.ts";

const tested = testedOutbox();
const { add, worker, waiting, done, logged } = tested;

describe("a kind with a limit of waiting tasks per site", () => {
  const limited: TaskKind = { ...note, waitingPerSite: 3 };
  const skipped = async () =>
    (await tested.sql<{ site: string; skipped: number }>`
      select site_id as site, sum(skipped)::int as skipped from outbox group by site_id order by site_id`) as object[];

  test("is skipped beyond the limit, which is counted and logged once the others have run; tasks that failed for good do not count", async () => {
    for (let index = 0; index < 8; index += 1) await add({ siteId: siteA, index }, limited);
    await add({ siteId: siteB, index: 0 }, limited);
    expect(await skipped()).toEqual([
      { site: siteA, skipped: 5 },
      { site: siteB, skipped: 0 },
    ]);
    await tested.sql`update outbox set failed_at = due_at where site_id = ${siteA} and payload ->> 'index' = '0'`;
    await add({ siteId: siteA, index: 9 }, limited);
    await add({ siteId: siteA, index: 10 }, limited);
    await worker().runDue();
    expect(done.map(({ payload }) => (payload as { index: number }).index)).toEqual([1, 0, 2, 9]);
    const lines = logged.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => String(msg).includes("skipped"));
    expect(lines.map(({ site, kind, skipped: count }) => [site, kind, count]).sort()).toEqual([
      [siteA, "note", 1],
      [siteA, "note", 5],
    ]);
    await add({ siteId: siteA, index: 11 }, limited);
    expect(await waiting()).toBe(2);
  });

  test("is not skipped because of tasks of another kind or another site", async () => {
    for (const siteId of [siteA, siteB]) for (let index = 0; index < 3; index += 1) await add({ siteId }, { ...limited, name: "other" });
    await add({ siteId: siteA }, limited);
    expect(await waiting()).toBe(7);
  });

  // needs: server-postgres. Two transactions at once.
  test.skipIf(inject("database") === "embedded")("is skipped without waiting for another writer to the same queue", async () => {
    for (let index = 0; index < 3; index += 1) await add({ siteId: siteA }, limited);
    const ctx = { now: tested.clock.now(), ids: systemIds };
    let commit: () => void = () => undefined;
    const committed = new Promise<void>((resolve) => (commit = resolve));
    let added = 0;
    const adding = [1, 2].map(() =>
      tested.sql.begin(async (tx) => {
        await addToOutbox(tx, ctx, limited, { siteId: siteA });
        added += 1;
        await committed;
      }),
    );
    await expect.poll(() => added).toBe(2);
    commit();
    await Promise.all(adding);
    expect(await skipped()).toEqual([{ site: siteA, skipped: 2 }]);
  });
});
