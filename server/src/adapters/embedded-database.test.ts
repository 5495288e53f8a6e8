import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, inject, test, vi } from "vitest";
import { openTestDatabase } from "../../../test/kit/database.ts";

const { WebAssembly: compiler } = globalThis as unknown as { WebAssembly: { instantiate(...given: unknown[]): Promise<object> } };

afterEach(() => {
  vi.restoreAllMocks();
});

test.runIf(inject("database") === "embedded")("extensions work in any order of compilation", async () => {
  const instantiate = compiler.instantiate.bind(compiler);
  let wait = 500;
  // The last requested one is ready first.
  vi.spyOn(compiler, "instantiate").mockImplementation(async (...given) => {
    wait = Math.max(0, wait - 100);
    const [ready] = await Promise.all([instantiate(...given), sleep(wait)]);
    return ready;
  });
  const { sql, drop } = await openTestDatabase();
  expect(await sql`select 'furniture' % 'furnitrue' as alike, levenshtein('furniture', 'furnitrue') as letters`).toEqual([
    { alike: true, letters: 2 },
  ]);
  await drop();
});
