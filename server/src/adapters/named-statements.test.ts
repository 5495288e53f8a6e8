import { openAsBlob } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { ask, templateOf } from "../../../test/kit/ask.ts";
import { openTestDatabase, type TestDatabase } from "../../../test/kit/database.ts";
import type { SqlValue } from "../ports/database.ts";
import { extensions, overEngine } from "./embedded-database.ts";
import { statementOf } from "./sql-text.ts";

function resolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

describe("a statement", () => {
  test("that fails says why, each time, and leaves the connection as it was", async () => {
    const { sql } = database;
    await ask(sql, "create table chairs (name text constraint one_name unique, legs int)");
    await ask(sql, "insert into chairs values (?, ?)", "stool", 3);
    const failures: [string, SqlValue[], object][] = [
      ["insert into chairs values (?, ?)", ["stool", 4], { code: "23505", constraint: "one_name", table: "chairs" }],
      ["select ?::uuid", ["no id"], { code: "22P02", message: expect.stringContaining("no id") as string }],
      ["select 1 / ?::int", [0], { code: "22012" }],
      ["select from tables", [], { code: "42P01" }],
      ["select form chairs", [], { code: "42703" }],
    ];
    for (const _ of ["prepared", "kept"]) {
      for (const [text, values, error] of failures) {
        const failed: unknown = await ask(sql, text, ...values).catch((thrown: unknown) => thrown);
        expect(failed).toBeInstanceOf(Error);
        expect(failed).toMatchObject(error);
        expect(await ask(sql, "select name, legs from chairs")).toEqual([{ name: "stool", legs: 3 }]);
      }
    }
  });

  test("works on after it failed in a transaction", async () => {
    const { sql } = database;
    const half = templateOf("select 1 / ?::int as half");
    const failing = sql.begin(async (tx) => {
      await ask(tx, "create table never (id int)");
      await tx(half, 0);
    });
    await expect(failing).rejects.toMatchObject({ code: "22012" });
    // Prepared for the first time after an error that the code has caught.
    const caught = sql.begin(async (tx) => {
      await tx(half, 0).catch(() => undefined);
      await expect(ask(tx, "select 'first' as time")).rejects.toMatchObject({ code: "25P02" });
    });
    await expect(caught).rejects.toThrow();
    expect(await sql(half, 1)).toEqual([{ half: 1 }]);
    expect(await ask(sql, "select 'first' as time")).toEqual([{ time: "first" }]);
    expect(await ask(sql, "select to_regclass('never') as never")).toEqual([{ never: null }]);
  });

  test("is no part of a transaction that is open meanwhile", async () => {
    const { sql } = database;
    await ask(sql, "create table counted (id int)");
    const { promise: opened, resolve: open } = resolvers();
    const { promise: ended, resolve: end } = resolvers();
    const undone = sql.begin(async (tx) => {
      await ask(tx, "insert into counted values (1)");
      open();
      await ended;
      throw new Error("undone");
    });
    await opened;
    const inserted = ask(sql, "insert into counted values (2)");
    await Promise.race([inserted, sleep(20)]);
    end();
    await expect(undone).rejects.toThrow("undone");
    await inserted;
    expect(await ask(sql, "select id from counted")).toEqual([{ id: 2 }]);
  });

  test("has its own rows among a hundred at once", async () => {
    const asked = Array.from({ length: 100 }, (_, index) => index);
    const inTransaction = (index: number) =>
      database.sql.begin(async (tx) => [
        ...(await ask(tx, "select ?::int as index", index)),
        ...(await ask(tx, `select ${index % 7} as rest`)),
      ]);
    const answers = await Promise.all(
      asked.map((index) =>
        index % 3 === 0 ? inTransaction(index) : ask(database.sql, `select ?::int as index, ${index % 7} as rest`, index),
      ),
    );
    expect(answers).toEqual(asked.map((index) => (index % 3 === 0 ? [{ index }, { rest: index % 7 }] : [{ index, rest: index % 7 }])));
  });

  test("has its listeners hear what it notifies of, and no other", async () => {
    const { sql } = database;
    const heard: string[] = [];
    const patience = { timeout: 20_000 };
    await sql.listen("chairs", (payload) => heard.push(payload));
    const notified = async () => {
      heard.length = 0;
      // A listener on a server connects first, and what comes earlier is lost.
      await vi.waitUntil(async () => (await ask(sql, "select pg_notify('chairs', 'ready')")) && heard.length > 0, patience);
      await ask(sql, "select pg_notify('chairs', ?), pg_notify('tables', 'oak')", "one");
      await ask(sql, "select pg_notify('chairs', 'failed'), 1 / ?::int", 0).catch(() => undefined);
      await sql.begin(async (tx) => {
        await ask(tx, "select pg_notify('chairs', ?)", "two");
      });
      await vi.waitUntil(() => heard.includes("two"), patience);
      return heard.filter((payload) => payload !== "ready");
    };
    expect(await notified()).toEqual(["one", "two"]);
    expect(await notified()).toEqual(["one", "two"]);
  });
});

describe.runIf(inject("database") === "embedded")("on the embedded database", () => {
  const openEngine = async () => PGlite.create({ extensions, loadDataDir: await openAsBlob(inject("template")) });
  let engine: PGlite;
  let sql: ReturnType<typeof overEngine>;
  beforeAll(async () => {
    engine = await openEngine();
    sql = overEngine(engine, "a test's");
  });
  afterAll(() => sql.close());

  const readPreparedStatements = async () =>
    (await engine.query<{ name: string; prepared: string }>("select name, prepare_time::text as prepared from pg_prepared_statements"))
      .rows;
  const keptAs = async (text: string) =>
    (await readPreparedStatements()).find(({ name }) => name === statementOf(templateOf(text)).name)?.prepared;

  test("a statement is prepared once, and again after a minute", async () => {
    const text = "select ?::text as minute";
    await ask(sql, text, "first");
    const first = await keptAs(text);
    await ask(sql, text, "second");
    expect(await keptAs(text)).toBe(first);
    const begun = performance.now();
    // The cache reads the time no more than once a millisecond.
    await sleep(5);
    vi.spyOn(performance, "now").mockImplementation(() => begun + 61_000);
    expect(await ask(sql, text, "third")).toEqual([{ minute: "third" }]);
    expect(await keptAs(text)).not.toBe(first);
    vi.restoreAllMocks();
    await sleep(5);
  });

  test("of many statements the latest are kept, and the others work, too", async () => {
    const texts = Array.from({ length: 250 }, (_, index) => `select ${index} as index`);
    for (const text of texts) await ask(sql, text);
    for (const index of [0, 249, 100]) expect(await ask(sql, texts[index] as string)).toEqual([{ index }]);
    expect((await readPreparedStatements()).length).toBeLessThanOrEqual(101);
    expect(await keptAs(texts[200] as string)).toBeDefined();
    expect(await keptAs(texts[1] as string)).toBeUndefined();
  });

  test("a statement knows the columns as they are after a migration, in its transaction and later", async () => {
    const text = "select * from shapes";
    await ask(sql, "create table shapes (id int)");
    await ask(sql, "insert into shapes values (7)");
    expect(await ask(sql, text)).toEqual([{ id: 7 }]);
    await sql.begin(async (tx) => {
      await tx.script("alter table shapes alter id type text");
      expect(await ask(tx, text)).toEqual([{ id: "7" }]);
      await ask(tx, "insert into shapes values (?)", "eight");
    });
    expect(await ask(sql, text)).toEqual([{ id: "7" }, { id: "eight" }]);
    const undone = sql.begin(async (tx) => {
      await tx.script("alter table shapes add more int");
      expect(await ask(tx, text)).toHaveLength(2);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await ask(sql, text)).toEqual([{ id: "7" }, { id: "eight" }]);
  });

  test("a transaction that is over takes no more statements", async () => {
    const late = await sql.begin(async (tx) => () => ask(tx, "select 1 as one"));
    await expect(late()).rejects.toThrow("over");
  });

  test("a statement after the end fails", async () => {
    const other = overEngine(await openEngine(), "another");
    const last = ask(other, "select 1 as one");
    await other.close();
    expect(await last).toEqual([{ one: 1 }]);
    await expect(ask(other, "select 1 as one")).rejects.toThrow("closed");
  });
});
