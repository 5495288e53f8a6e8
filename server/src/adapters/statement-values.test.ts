import { openAsBlob } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { ask } from "../../../test/kit/ask.ts";
import { openTestDatabase, type TestDatabase } from "../../../test/kit/database.ts";
import type { SqlValue } from "../ports/database.ts";
import { extensions, overEngine } from "./embedded-database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const instant = new Date("2024-02-03T04:05:06.789Z");
const id = "0190b3c1-7c1e-7b2a-9f00-000000000001";
const bytes = new Uint8Array([0, 255, 32]);

/** Both drivers return these alike; what they return differently, statements cast (eslint.config.js). */
const returned: readonly [type: string, literal: string, value: unknown][] = [
  ["integer", "-42", -42],
  ["double precision", "1e-7", 1e-7],
  ["double precision", "'NaN'", NaN],
  ["numeric", "12.30", "12.30"],
  ["xid8", "'12345678901'", "12345678901"],
  ["boolean", "true", true],
  ["boolean", "false", false],
  ["text", "'ü €\t''\"\\'", "ü €\t'\"\\"],
  ["text", "''", ""],
  ["text", "null", null],
  ["uuid", `'${id}'`, id],
  ["timestamp with time zone", "'2024-02-03 05:05:06.789+01'", instant],
  ["timestamp with time zone", "'infinity'", Infinity],
  ["json", '\'{"a": [1, null, "ü"]}\'', { a: [1, null, "ü"] }],
  ["json", "'null'", null],
  ["jsonb", "'\"text\"'", "text"],
  ["bytea", "'\\x00ff20'", bytes],
  ["bytea", "''", new Uint8Array()],
  ["tsvector", "'chair:1A oak'", "'chair':1A 'oak'"],
  ["integer[]", "'{1,null,-3}'", [1, null, -3]],
  ["boolean[]", "'{t,f}'", [true, false]],
  ["uuid[]", `'{${id}}'`, [id]],
  ["text[]", "'{}'", []],
  ["text[]", `array['plain', 'a,b', '"', '\\', '{', 'null', '', null]`, ["plain", "a,b", '"', "\\", "{", "null", "", null]],
  ["timestamp with time zone[]", "array['2024-02-03 04:05:06.789Z']", [instant]],
];

const accepted: readonly [type: string, value: SqlValue, literal: string][] = [
  ["text", "ü €\t'\"\\", "'ü €\t''\"\\'"],
  ["text", "x".repeat(100_000), "repeat('x', 100000)"],
  ["text", null, "null"],
  ["uuid", null, "null"],
  ["uuid", id, `'${id}'`],
  ["int", 42, "42"],
  ["bigint", 2 ** 53 - 1, "9007199254740991"],
  ["bigint", "9223372036854775807", "9223372036854775807"],
  ["float8", 1e-7, "1e-7"],
  ["numeric", 12.5, "12.5"],
  ["boolean", true, "true"],
  ["boolean", false, "false"],
  ["timestamptz", instant, "'2024-02-03 04:05:06.789Z'"],
  ["json", '{"a":1}', `'{"a":1}'`],
  ["bytea", bytes, "'\\x00ff20'"],
  ["int[]", [1, -2], "'{1,-2}'"],
  ["boolean[]", [true, false], "'{t,f}'"],
  ["uuid[]", [], "'{}'"],
  ["text[]", ["plain", "a,b", '"', "\\", "", null], `array['plain', 'a,b', '"', '\\', '', null]`],
  ["timestamptz[]", [instant], "array['2024-02-03 04:05:06.789Z']"],
];

describe("a value", () => {
  const isSame = (value: unknown) => (value instanceof Uint8Array ? new Uint8Array(value) : value);

  test.each(returned)("of type %s is returned in one form: %s", async (type, literal, value) => {
    for (const _ of ["prepared", "kept"]) {
      const [row] = await ask<{ value: unknown }>(database.sql, `select (${literal})::${type} as value`);
      expect(isSame(row?.value)).toEqual(value);
    }
  });

  test.each(accepted)("is accepted for the type %s: %j", async (type, value, literal) => {
    const text = `select ?::${type}::text is not distinct from (${literal})::${type}::text as same`;
    for (const _ of ["prepared", "kept"]) expect(await ask(database.sql, text, value)).toEqual([{ same: true }]);
  });

  test("is tested for the type of every column", async () => {
    const rows = await ask<{ type: string }>(
      database.sql,
      `select distinct format_type(atttypid, null) as type from pg_attribute
       join pg_class on pg_class.oid = attrelid and relnamespace = 'public'::regnamespace and relkind in ('r', 'v')
       where attnum > 0 and not attisdropped`,
    );
    const tested = ["bigint", ...returned.map(([type]) => type)];
    expect(rows.filter(({ type }) => !tested.includes(type))).toEqual([]);
  });
});

test.runIf(inject("database") === "embedded")("the embedded database returns what PGlite's own query does", async () => {
  const engine = await PGlite.create({ extensions, loadDataDir: await openAsBlob(inject("template")) });
  const sql = overEngine(engine, "a test's");
  const literals = [
    ...returned.map(([type, literal]) => `(${literal})::${type}`),
    ...["9007199254740993::bigint", "42::bigint", "'{9007199254740993}'::bigint[]", "'{{1,2},{3,4}}'::int[]", "4::oid"],
    ...["'2024-02-03'::date", "'2024-02-03 04:05'::timestamp", "interval '1 day 2 hours'", "array['{}'::json]", "row(1, 'a')"],
  ];
  for (const literal of literals) {
    const text = `select ${literal} as value`;
    const { rows } = await engine.query(text);
    expect(await ask(sql, text), literal).toStrictEqual(rows);
  }
  for (const [type, value] of [...accepted, ["text", undefined as never], ["uuid", undefined as never]] as typeof accepted) {
    const { rows } = await engine.query(`select $1::${type} as value`, [value]);
    expect(await ask(sql, `select ?::${type} as value`, value), type).toStrictEqual(rows);
  }
  for (const text of ["create table made (id int)", "insert into made values (1), (2)", "update made set id = 3 where id = 2"])
    expect(await ask(sql, text), text).toEqual([]);
  expect(await ask(sql, "select id, id * 2 as twice, id from made order by id")).toEqual([
    { id: 1, twice: 2 },
    { id: 3, twice: 6 },
  ]);
  expect(await ask(sql, "delete from made returning id")).toHaveLength(2);
  await sql.close();
});
