import { afterAll, beforeAll, expect, test } from "vitest";
import { rounds } from "../kit/sampled.ts";
import { startCachedAndRead, type CachedAndRead } from "../kit/cached-and-read.ts";

// The tags of a response name everything that it was made from, and a change names everything that it touches. Many more changes, and
// the same with a tag left out, in test/races/random-changes.long.test.ts.

let servers: CachedAndRead;
beforeAll(async () => {
  servers = await startCachedAndRead(1);
});
afterAll(() => servers.stop());

test("after any change, every cached response is what a read gives", async () => {
  for (const most of [20, 1]) {
    expect(await servers.run(rounds(150, 15), Object.values(await servers.random.urls()).flat(), most)).toMatchObject({
      difference: undefined,
    });
  }
});
