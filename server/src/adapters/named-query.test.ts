import type pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { connectPostgres } from "./postgres.ts";
import { NamedQuery } from "./named-query.ts";
import { HeardClient } from "./postgres.ts";

// needs: server-postgres.
describe.runIf(inject("database") === "postgres")("a named query", () => {
  let client: pg.Client;
  let written: number;
  let names = 0;
  beforeAll(async () => {
    client = new HeardClient({ connectionString: inject("postgresUrl") });
    await client.connect();
    await client.query("create temporary table things (id int primary key, title text)");
    const { stream } = (client as unknown as { connection: pg.Connection }).connection;
    const write = stream.write.bind(stream) as (bytes: Uint8Array) => boolean;
    stream.write = ((bytes: Uint8Array) => {
      written += 1;
      return write(bytes);
    }) as typeof stream.write;
  });
  afterAll(() => client.end());

  const prepared = (text: string) => ({ name: `named_${(names += 1)}`, text });
  const run = (statement: { name: string; text: string }, values: readonly unknown[] = []) =>
    new Promise<object[]>((resolve, reject) => {
      const query = new NamedQuery<object>(statement, values, 5_000);
      query.callback = (error, rows) => (error ? reject(error) : resolve(rows ?? []));
      written = 0;
      client.query(query);
    });

  const values: [type: string, value: unknown][] = [
    ["text", "ä, \u{1f600} and 'quotes'"],
    ["text", ""],
    ["text", null],
    ["int", -7],
    ["bigint", "9007199254740993"],
    ["float8", 0.1],
    ["numeric", "1.50"],
    ["boolean", true],
    ["boolean", false],
    ["uuid", "018f2f4e-0000-7000-8000-000000000001"],
    ["timestamptz", new Date("2024-02-29T23:59:59.123Z")],
    ["date", "2024-02-29"],
    ["interval", "1 day 2 hours"],
    ["json", '{"a": [1, null]}'],
    ["json", null],
    ["jsonb", '{"a": 1}'],
    ["bytea", Buffer.from([0, 255, 92])],
    ["text[]", ["a", 'b"c', "d,e", null, "\\"]],
    ["int[]", [1, null, 3]],
    ["timestamptz[]", [new Date(0)]],
    ["tsvector", "'a':1 'b'"],
  ];
  test.each(values)("takes and returns %s %j as pg does, each time", async (type, value) => {
    const statement = prepared(`select $1::${type} as value, '${type}' as type, $1::${type} is null as nothing`);
    const { rows } = (await client.query({ text: statement.text, values: [value] })) as { rows: object[] };
    for (let time = 0; time < 3; time += 1) expect(await run(statement, [value])).toEqual(rows);
  });

  test("returns rows of many columns, some of them null and two of one name, as pg does", async () => {
    const columns = Array.from({ length: 30 }, (_, place) => `nullif(n % 7, ${place % 7}) as c${place}`).join(", ");
    const statement = prepared(`select ${columns}, n as twice, nullif(n, 2) as twice from generate_series(1, $1::int) as n`);
    const { rows } = (await client.query({ text: statement.text, values: [3] })) as { rows: object[] };
    for (let time = 0; time < 2; time += 1) {
      const ownRows = await run(statement, [3]);
      expect(ownRows).toEqual(rows);
      expect(ownRows.map((row) => Object.keys(row))).toEqual(rows.map((row) => Object.keys(row)));
    }
  });

  test("sends everything at once, and returns rows of each execution", async () => {
    const statement = prepared("select n, 'row ' || n as name from generate_series(1, $1::int) as n");
    for (const count of [2, 0, 3]) {
      const rows = await run(statement, [count]);
      expect([written, rows]).toEqual([1, Array.from({ length: count }, (_, index) => ({ n: index + 1, name: `row ${index + 1}` }))]);
    }
  });

  test("of a statement without rows returns none", async () => {
    const statement = prepared("insert into things (id, title) values ($1, $2)");
    for (const id of [1, 2]) expect(await run(statement, [id, "thing"])).toEqual([]);
    expect(await run(prepared("select count(*)::int as count from things"))).toEqual([{ count: 2 }]);
  });

  test("that fails has the error of the server, and the connection goes on", async () => {
    const insert = prepared("insert into things (id) values ($1) returning id");
    expect(await run(insert, [10])).toEqual([{ id: 10 }]);
    await expect(run(insert, [10])).rejects.toMatchObject({ code: "23505", constraint: "things_pkey" });
    expect(await run(insert, [11])).toEqual([{ id: 11 }]);
    const wrong = prepared("select no_column from things");
    for (const _ of [1, 2]) await expect(run(wrong)).rejects.toMatchObject({ code: "42703" });
    await expect(run(prepared("select 1 / $1::int as value"), [0])).rejects.toMatchObject({ code: "22012" });
    expect(await run(prepared("select 1 as value"))).toEqual([{ value: 1 }]);
  });

  test("that fails at its first execution is complete at its second", async () => {
    const statement = prepared("select 6 / $1::int as value");
    await expect(run(statement, [0])).rejects.toMatchObject({ code: "22012" });
    expect(await run(statement, [2])).toEqual([{ value: 3 }]);
  });

  test("with a value that cannot be written fails, and the connection goes on", async () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    const statement = prepared("select $1::json as value");
    await expect(run(statement, [circle])).rejects.toThrow(/circular/i);
    expect(await run(statement, ["{}"])).toEqual([{ value: {} }]);
  });

  test("runs on every connection of a pool, many at once", async () => {
    const sql = connectPostgres({ url: inject("postgresUrl"), poolSize: 3, preparedStatements: true, onIdleError: () => undefined });
    const rows = await Promise.all(Array.from({ length: 200 }, (_, n) => sql<{ n: number }>`select ${n}::int as n, pg_sleep(0.001)`));
    expect(rows.map(([row]) => row?.n)).toEqual(Array.from({ length: 200 }, (_, n) => n));
    await sql.close();
  });
});
