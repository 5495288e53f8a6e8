import { readdir, readFile } from "node:fs/promises";
import { parse } from "libpg-query";
import { expect, test } from "vitest";
import { migrationsFolder } from "./migrate.ts";
import { statementsOf } from "./sql-script.ts";

test.each([
  ["select 1; select 2", ["select 1", "select 2"]],
  ["select ';'; select \"a;b\"", ["select ';'", 'select "a;b"']],
  ["select 'it''s; one'", ["select 'it''s; one'"]],
  ["-- first; second\nselect 1; /* ; */\n;\n-- the end", ["-- first; second\nselect 1"]],
  ["create function f() returns int language plpgsql as $$ begin return 1; end $$; select 2", 2],
  ["do $body$ begin perform '$$;'; end $body$", 1],
  ["select $1; select 2", ["select $1", "select 2"]],
])("%j is split where its statements end", (script, expected) => {
  expect(typeof expected === "number" ? statementsOf(script).length : statementsOf(script)).toEqual(expected);
});

test("every migration is split as PostgreSQL does it", async () => {
  for (const name of (await readdir(migrationsFolder)).filter((file) => file.endsWith(".sql"))) {
    const script = await readFile(new URL(name, migrationsFolder), "utf8");
    const { stmts = [] } = (await parse(script)) as { stmts?: unknown[] };
    const statements = statementsOf(script);
    expect([name, statements.length]).toEqual([name, stmts.length]);
    for (const statement of statements) expect((await parse(statement)).stmts).toHaveLength(1);
  }
});
