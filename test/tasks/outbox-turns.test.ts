import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { expect, test } from "vitest";
import { Outbox } from "../../server/src/lib/tasks/outbox.ts";
import { laneNames, type TaskHandler, type TaskKind } from "../../server/src/lib/tasks/task.ts";
import { siteA, siteB, siteC, testedOutbox } from "./tested-outbox.ts";

const tested = testedOutbox();
const { add, worker, waiting, done } = tested;

const sites = [siteA, siteB, siteC];
const orderDone = () => done.map(({ payload }) => (payload as { siteId: string }).siteId[0]).join("");

test("sites take turns, each with its oldest task, and tasks without a site take turns too", async () => {
  for (let index = 0; index < 6; index += 1) await add({ siteId: siteB, index });
  for (let index = 0; index < 2; index += 1) await add({ siteId: siteC, index });
  for (let index = 0; index < 2; index += 1) await add({ siteId: siteA, index });
  for (let index = 0; index < 2; index += 1) await add({ index });
  const order: string[] = [];
  await worker(async ({ payload }) => {
    const { siteId = "none", index } = payload as { siteId?: string; index: number };
    order.push(`${siteId.slice(0, 1)}${index}`);
  }).runDue();
  expect(order).toEqual(["10", "20", "30", "n0", "11", "21", "31", "n1", "22", "23", "24", "25"]);
});

test.each(sites)("a task of %s that comes during another's flood is next, whichever site floods", async (late) => {
  const loud = sites.find((site) => site !== late) ?? "";
  for (let index = 0; index < 30; index += 1) await add({ siteId: loud });
  let doneBefore = Infinity;
  await worker(async (task) => {
    done.push(task);
    if (done.length !== 5) return;
    // Meanwhile the other worker goes on.
    await add({ siteId: late });
    doneBefore = done.length;
  }).runDue();
  expect(done).toHaveLength(31);
  const place = orderDone().indexOf(late.slice(0, 1));
  // It may have leased one more of the other's before.
  expect(place).toBeGreaterThanOrEqual(5);
  expect(place).toBeLessThanOrEqual(doneBefore + 1);
});

test("a postponed task delays nobody, and comes in the order in which it is due", async () => {
  let refused = 3;
  const handler: TaskHandler = async (task) => {
    if ((task.payload as { siteId: string }).siteId === siteA && (refused -= 1) >= 0) throw new Error("not now");
    done.push(task);
  };
  for (let index = 0; index < 3; index += 1) await add({ siteId: siteA, index });
  await add({ siteId: siteB });
  await worker(handler).runDue();
  expect(orderDone()).toBe("2");
  tested.clock.advance(10_000);
  for (let index = 0; index < 20; index += 1) await add({ siteId: siteC });
  await worker(handler).runDue();
  expect(orderDone()).toBe(`2${"13".repeat(3)}${"3".repeat(17)}`);
});

test("a site whose tasks hang holds half of a lane's workers, and the others' tasks run", async () => {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let hanging = 0;
  const outbox = worker(async (task) => {
    if ((task.payload as { siteId: string }).siteId === siteA) {
      hanging += 1;
      await released;
    }
    done.push(task);
  });
  for (let index = 0; index < 10; index += 1) await add({ siteId: siteA });
  for (let index = 0; index < 10; index += 1) await add({ siteId: index % 2 === 0 ? siteB : siteC });
  const running = outbox.runDue();
  await expect.poll(() => done.length).toBe(10);
  // A task has run a moment before its row is deleted.
  await expect.poll(waiting).toBe(10);
  expect(hanging).toBe(2);
  release();
  await running;
  await outbox.runDue();
  expect([done.length, await waiting()]).toEqual([20, 0]);
});

test.each(laneNames)("a task that hangs in the lane %s delays no other lane", async (lane) => {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const kinds = laneNames.map((name): TaskKind => ({ name, lane: name }));
  const reached: string[] = [];
  const handlers = Object.fromEntries(
    laneNames.map((name): [string, TaskHandler] => [
      name,
      async () => {
        if (name === lane) await released;
        reached.push(name);
      },
    ]),
  );
  const outbox = new Outbox({ sql: tested.sql, clock: tested.clock, log: pino({ level: "silent" }), kinds, handlers });
  for (const kind of kinds) for (let index = 0; index < 10; index += 1) await add({ siteId: randomUUID() }, kind);
  const running = outbox.runDue();
  await expect.poll(() => reached.length).toBe(10 * (laneNames.length - 1));
  expect(reached).not.toContain(lane);
  release();
  await running;
  expect(reached).toHaveLength(10 * laneNames.length);
});
