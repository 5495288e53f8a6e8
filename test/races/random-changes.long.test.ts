import { afterAll, beforeAll, expect, test } from "vitest";
import { startCachedAndRead, type CachedAndRead } from "../kit/cached-and-read.ts";

// Enough for each kind of change beside most others. A change of what is cached is worth RANDOM_CHANGES=20000, which takes half an hour.
const changes = Number(process.env.RANDOM_CHANGES ?? 400);
const rounds = 10;

let servers: CachedAndRead;
beforeAll(async () => {
  servers = await startCachedAndRead(2);
});
afterAll(() => servers.stop());

test("after each of thousands of changes, every cached response is what a read gives", { timeout: 1_800_000 }, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const urls = Object.values(await servers.random.urls()).flat();
    expect(await servers.run(changes / rounds, urls, 60)).toMatchObject({ difference: undefined });
  }
});
