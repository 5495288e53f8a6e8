import { beforeEach, describe, expect, test } from "vitest";
import { DatabaseUnavailable, type Database, type Sql } from "../../ports/database.ts";
import { ProblemError, routeNotFound } from "../http/problem.ts";
import { unknownStock } from "../site.ts";
import { Replicas } from "./published-source.ts";

/** A database that has one page, and counts its reads. A replica's log ends where a test sets it. */
function aDatabase(description: string) {
  const state = {
    title: "old",
    contentVersion: 1,
    position: 0x10n,
    isAway: false,
    isPrimary: false,
    timeline: 1,
    reads: 0,
    failure: undefined as Error | undefined,
  };
  const sql = (async (strings) => {
    if (state.isAway) throw new DatabaseUnavailable("away");
    const text = strings.join("");
    const position = `2/${state.position.toString(16).toUpperCase()}`;
    if (text.includes("pg_current_wal_lsn")) return [{ position, timeline: state.timeline }];
    if (text.includes("pg_last_wal_replay_lsn")) return [{ replayed: state.isPrimary ? null : position, timeline: state.timeline }];
    state.reads += 1;
    if (state.failure) throw state.failure;
    return [{ title: state.title, contentVersion: state.contentVersion }];
  }) as Sql;
  const unused = () => Promise.reject(new Error("Reading needs none of this."));
  const database: Database = Object.assign(sql, {
    begin: unused,
    listen: unused,
    close: async () => undefined,
    isHeldExclusively: () => false,
    description,
  });
  return Object.assign(state, { database });
}

let nowMs: number;
let primary: ReturnType<typeof aDatabase>;
let near: ReturnType<typeof aDatabase>;
let far: ReturnType<typeof aDatabase>;
let source: Replicas;
let changes: string[];
beforeEach(() => {
  nowMs = 1_000;
  changes = [];
  [primary, near, far] = [aDatabase("primary"), aDatabase("near"), aDatabase("far")];
  source = new Replicas({
    primary: primary.database,
    replicas: [near.database, far.database],
    clock: { now: () => new Date(0), monotonicMs: () => nowMs },
    onChange: (replica, isRead) => changes.push(`${replica} ${isRead ? "read" : "left out"}`),
  });
});

const site = { contentVersion: 1, catalogVersion: 1, stockVersion: 1 };
const page = async (sql: Sql) => {
  const [row] = await sql<{ title: string; contentVersion: number }>`select the page`;
  return row ?? { title: "none", contentVersion: -1 };
};
const publish = () => {
  Object.assign(primary, { title: "new", contentVersion: 2, position: primary.position + 8n });
};
const readMany = async (of = site) => {
  for (const one of [primary, near, far]) one.reads = 0;
  const titles = new Set<string>();
  for (let count = 0; count < 10; count += 1) titles.add((await source.read(of, page)).title);
  return { titles: [...titles], reads: [primary.reads, near.reads, far.reads] };
};

test("no replica is read before it was checked, and then all take turns", async () => {
  expect(await readMany()).toEqual({ titles: ["old"], reads: [10, 0, 0] });
  await source.look();
  expect(await readMany()).toEqual({ titles: ["old"], reads: [0, 5, 5] });
  expect(changes).toEqual(["near read", "far read"]);
});

test("data that a replica does not have yet comes from the primary", async () => {
  await source.look();
  publish();
  near.position = primary.position;
  Object.assign(near, { title: "new", contentVersion: 2 });
  expect(await readMany({ ...site, contentVersion: 2 })).toEqual({ titles: ["new"], reads: [5, 5, 5] });
  // The response does not depend on the other part of the site, so nothing of that is read.
  expect((await readMany({ ...site, catalogVersion: 9 })).reads).toEqual([0, 5, 5]);
});

test("the first stock that is read comes from the primary: nothing says how old a replica's is", async () => {
  await source.look();
  const catalogItems = async (sql: Sql) => ({ ...(await page(sql)), stockVersion: 3 });
  await source.read({ ...site, stockVersion: unknownStock }, catalogItems);
  expect(primary.reads).toBe(1);
  await source.read({ ...site, stockVersion: 3 }, catalogItems);
  expect(primary.reads).toBe(1);
});

test("a page that is missing on a replica is looked up on the primary", async () => {
  await source.look();
  for (const replica of [near, far]) replica.failure = new ProblemError(routeNotFound);
  expect(await readMany()).toEqual({ titles: ["old"], reads: [10, 5, 5] });
  primary.failure = near.failure;
  await expect(source.read(site, page)).rejects.toThrow(ProblemError);
});

test("a statement that timed out is not retried", async () => {
  await source.look();
  for (const replica of [near, far]) replica.failure = Object.assign(new Error("canceling statement"), { code: "57014" });
  await expect(source.read(site, page)).rejects.toThrow("canceling statement");
  expect(primary.reads).toBe(0);
});

describe("a replica is left out", () => {
  test("when it is more than two seconds behind, until it has caught up", async () => {
    await source.look();
    for (let count = 0; count < 5; count += 1) {
      nowMs += 500;
      primary.position += 1n;
      near.position = primary.position;
      await source.look();
    }
    expect((await readMany()).reads).toEqual([0, 10, 0]);
    expect(changes.at(-1)).toBe("far left out");
    far.position = primary.position;
    await source.look();
    expect((await readMany()).reads).toEqual([0, 5, 5]);
    expect(changes.at(-1)).toBe("far read");
  });

  test("at once when it does not respond", async () => {
    await source.look();
    far.isAway = true;
    expect((await readMany()).titles).toEqual(["old"]);
    expect((await readMany()).reads).toEqual([0, 10, 0]);
  });

  test("when it was promoted: it has a history of its own", async () => {
    await source.look();
    far.isPrimary = true;
    nowMs += 2_000;
    await source.look();
    expect((await readMany()).reads).toEqual([0, 10, 0]);
  });

  test("at once when another server became the primary, until it follows that one", async () => {
    await source.look();
    far.position = primary.position + 100n;
    Object.assign(far, { title: "lost", contentVersion: 9 });
    for (const one of [primary, near]) one.timeline = 2;
    await source.look();
    expect(await readMany()).toEqual({ titles: ["old"], reads: [0, 10, 0] });
    Object.assign(far, { title: "old", contentVersion: 1, timeline: 2, position: primary.position });
    await source.look();
    expect((await readMany()).reads).toEqual([0, 5, 5]);
  });

  test("when the primary is unknown", async () => {
    await source.look();
    primary.isAway = true;
    nowMs += 2_000;
    await source.look();
    primary.isAway = false;
    expect((await readMany()).reads).toEqual([10, 0, 0]);
  });
});
