import { afterAll, beforeAll, expect, test } from "vitest";
import { startCachedAndRead, type CachedAndRead } from "../kit/cached-and-read.ts";

let servers: CachedAndRead;
beforeAll(async () => {
  servers = await startCachedAndRead(3);
});
afterAll(() => servers.stop());

test("without any one of its tags, a cached response of the operation goes out of date", { timeout: 1_800_000 }, async () => {
  const { random, kinds } = servers;
  // Twice: at first there are no products.
  for (let round = 0; round < 2; round += 1) {
    const all = Object.values(await random.urls()).flat();
    expect(await servers.run(1_000, all, 20)).toMatchObject({ difference: undefined });
  }
  const needless: string[] = [];
  for (const kind of kinds) {
    await random.renameSite();
    servers.leaveOut(kind);
    const urls = (await random.urls())[kind.split(" ")[0] ?? ""] ?? [];
    const { difference } = await servers.run(3_000, urls, 1);
    if (difference === undefined) needless.push(kind);
  }
  expect(needless).toEqual([]);
  // Every operation has one, and those that show several things have several.
  expect(kinds.size).toBeGreaterThan(20);
  expect(new Set([...kinds].map((kind) => kind.split(" ")[0]))).toEqual(new Set(Object.keys(await random.urls())));
});
