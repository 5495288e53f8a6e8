import { openAsBlob } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PGlite } from "@electric-sql/pglite";
import { afterEach, describe, expect, inject, test, vi } from "vitest";
import { openTestDatabase } from "../../../test/kit/database.ts";
import { scratchFolder } from "../../../test/kit/vitrine-process.ts";
import { DatabaseUnavailable } from "../ports/database.ts";
import { openEmbeddedDatabase } from "./embedded-database.ts";

const { WebAssembly: compiler } = globalThis as unknown as { WebAssembly: { instantiate(...args: unknown[]): Promise<object> } };

afterEach(() => {
  vi.restoreAllMocks();
});

test.runIf(inject("database") === "embedded")("extensions work in any order of compilation", async () => {
  const instantiate = compiler.instantiate.bind(compiler);
  let wait = 500;
  // The last requested one is ready first.
  vi.spyOn(compiler, "instantiate").mockImplementation(async (...args) => {
    wait = Math.max(0, wait - 100);
    const [ready] = await Promise.all([instantiate(...args), sleep(wait)]);
    return ready;
  });
  const { sql, drop } = await openTestDatabase();
  expect(await sql`select 'furniture' % 'furnitrue' as alike, levenshtein('furniture', 'furnitrue') as letters`).toEqual([
    { alike: true, letters: 2 },
  ]);
  await drop();
});

test.runIf(inject("database") === "embedded")("a database that a process was killed over is made anew, and kept from then on", async () => {
  const scratch = await scratchFolder();
  const folder = join(scratch.path, "database");
  await mkdir(folder);
  await Promise.all([`${folder}.unfinished`, join(folder, "PG_VERSION"), join(folder, "left")].map((path) => writeFile(path, "18\n")));
  const first = await openEmbeddedDatabase({ folder });
  await first`create table kept (id int primary key)`;
  await first.close();
  expect([await readdir(scratch.path), (await readdir(folder)).includes("left")]).toEqual([["database"], false]);
  const second = await openEmbeddedDatabase({ folder });
  expect(await second`select count(*)::int as count from kept`).toEqual([{ count: 0 }]);
  await second.close();
  await scratch.remove();
});

/** A database whose engine can be made to abort, as on a full disk, when it has done what one of its next messages asks for. */
async function openAborting() {
  const create = vi.spyOn(PGlite, "create");
  const stops: Error[] = [];
  const sql = await openEmbeddedDatabase({ seed: await openAsBlob(inject("template")), onStopped: (error) => stops.push(error) });
  const engine = (await create.mock.results.at(-1)?.value) as PGlite;
  const module = engine.Module as unknown as { _PostgresMainLoopOnce(): void; onAbort(): void };
  const readMessage = module._PostgresMainLoopOnce.bind(module);
  return {
    sql,
    stops,
    abortAfter: (messages: number) => {
      let read = 0;
      module._PostgresMainLoopOnce = () => {
        readMessage();
        if ((read += 1) < messages) return;
        module.onAbort();
        throw new Error("Aborted()");
      };
    },
  };
}

describe.runIf(inject("database") === "embedded")("an engine that stops", () => {
  // A kept statement takes three messages: one for its values, one to execute it, one to end it, which commits.
  test.each([1, 2, 3])("fails the statement in its message %i of 3, and all others", async (message) => {
    const { sql, stops, abortAfter } = await openAborting();
    const insert = () => sql`insert into migrations (number, name, checksum) values (0, 'a', 'b')`;
    await insert();
    await sql`delete from migrations where number = 0`;
    abortAfter(message);
    const outcomes = await Promise.allSettled([insert(), insert(), sql.begin((tx) => tx`select 1 as one`)]);
    for (const outcome of outcomes) expect(outcome.status === "rejected" && outcome.reason).toBeInstanceOf(DatabaseUnavailable);
    expect(stops).toHaveLength(1);
    await sql.close();
  });

  test("fails the transaction in its commit", async () => {
    const { sql, stops, abortAfter } = await openAborting();
    const committing = sql.begin(async (tx) => {
      await tx`insert into migrations (number, name, checksum) values (0, 'a', 'b')`;
      abortAfter(1);
    });
    await expect(committing).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect(stops).toHaveLength(1);
    await sql.close();
  });
});
