import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { recordChange } from "../../server/src/features/people/audit/index.ts";
import { addMember, type TestAdmin } from "../kit/admins.ts";
import { followSite, type EventClient } from "../kit/event-stream.ts";
import { openTestDatabase, type TestDatabase } from "../kit/database.ts";
import { startServer, type TestServer, type TestSite } from "../kit/harness.ts";
import { connectPostgres } from "../../server/src/adapters/postgres.ts";

let database: TestDatabase;
let server: TestServer;
let site: TestSite;
let ada: TestAdmin;
beforeAll(async () => {
  database = await openTestDatabase();
  server = await startServer({ database });
  site = await server.addSite();
  ada = await addMember(server, site, "OWNER");
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const idsOf = ({ events }: Pick<EventClient, "events">) =>
  events.flatMap(({ name, data }) => (name === "changed" ? [data.id as string] : []));

// Transactions take their numbers in one order and commit in another, and some take much longer than the time between two readings.
test.runIf(inject("database") === "postgres")("no event is lost or told twice, however long each transaction takes", async () => {
  const writers = connectPostgres({ url: database.url ?? "", poolSize: 40, preparedStatements: true, onIdleError: () => undefined });
  const committed: string[] = [];
  const { clock, ids } = server.deps;
  const write = async (id: string) => {
    const target = { type: "page", id };
    const work = writers.begin(async (tx) => {
      await wait(Math.random() * 50);
      await recordChange(tx, { now: clock.now(), ids }, { actor: { kind: "JOB" }, siteId: site.id, action: "race", target });
      // Most are short, and some outlast several readings.
      await wait(Math.random() ** 4 * 3_000);
      if (Math.random() < 0.1) throw new Error("undone");
    });
    await work.then(
      () => committed.push(id),
      () => undefined,
    );
  };
  const [steady, ofOtherProcess] = [await followSite(server, site, ada), await startServer({ database })];
  const elsewhere = await followSite(ofOtherProcess, site, ada);
  // Reconnects all the time, each time with the last id that it knows.
  const restless = new Set<string>();
  let isOver = false;
  const reconnecting = (async () => {
    let lastId = steady.lastId();
    while (!isOver) {
      const stream = await followSite(server, site, ada, lastId);
      await wait(Math.random() * 700);
      await stream.close();
      expect(stream.events.filter(({ name }) => name === "reset")).toEqual([]);
      idsOf(stream).forEach((id) => restless.add(id));
      lastId = stream.lastId();
    }
    const last = await followSite(server, site, ada, lastId);
    idsOf(last).forEach((id) => restless.add(id));
    await last.close();
  })();
  const lanes = Array.from({ length: 40 }, async (_, lane) => {
    for (let count = 0; count < 25; count += 1) await write(`${lane}-${count}`);
  });
  await Promise.all(lanes);
  await wait(1_500);
  isOver = true;
  await reconnecting;
  const expected = [...committed].sort();
  expect(expected.length).toBeGreaterThan(700);
  expect(idsOf(steady).sort()).toEqual(expected);
  expect(idsOf(elsewhere).sort()).toEqual(expected);
  expect([...restless].sort()).toEqual(expected);
  await Promise.all([steady.close(), elsewhere.close(), writers.close()]);
  await ofOtherProcess.stop();
});

test.runIf(inject("database") === "postgres")("a long transaction keeps no other event waiting", async () => {
  const stream = await followSite(server, site, ada);
  const { sql, clock, ids } = server.deps;
  const record = (tx: Parameters<typeof recordChange>[0], id: string) =>
    recordChange(tx, { now: clock.now(), ids }, { actor: { kind: "JOB" }, siteId: site.id, action: "race", target: { type: "page", id } });
  let finish = () => {};
  const gate = new Promise<void>((resolve) => (finish = resolve));
  let begin = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const long = sql.begin(async (tx) => {
    await record(tx, "long");
    begin();
    await gate;
  });
  await begun;
  await record(sql, "short");
  expect((await stream.waitFor("changed")).map(({ data }) => data.id)).toEqual(["short"]);
  finish();
  await long;
  expect((await stream.waitFor("changed", 2)).map(({ data }) => data.id)).toEqual(["short", "long"]);
  await stream.close();
});
