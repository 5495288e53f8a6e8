import { afterAll, beforeAll, expect, test } from "vitest";
import { startCachedAndRead, type CachedAndRead } from "../kit/cached-and-read.ts";

const changes = 20_000;
const rounds = 20;

let servers: CachedAndRead;
beforeAll(async () => {
  servers = await startCachedAndRead(2);
});
afterAll(() => servers.stop());

test("after each of 20,000 changes, every cached response is what a read gives", { timeout: 1_800_000 }, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const urls = Object.values(await servers.random.urls()).flat();
    expect(await servers.run(changes / rounds, urls, 60)).toMatchObject({ difference: undefined });
  }
});
