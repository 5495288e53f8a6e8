import { expect, test } from "vitest";
import { startSandbox as startTheirs } from "../../sandbox/src/index.ts";
import type { StartSandbox } from "./ports/sandbox.ts";
import { startSandbox } from "./start-sandbox.ts";

// `npm run types` compares them: the package takes every option that the server gives, and resolves with what the server needs.
const theirs: StartSandbox = startTheirs;

test.each([
  ["through its package", startSandbox],
  ["directly", theirs],
])("the sandbox starts %s, answers, and lets go of its port", async (_, start) => {
  const failures: string[] = [];
  const options = { host: "127.0.0.1", now: () => new Date(0), onFailure: (line: string) => void failures.push(line) };
  const sandbox = await start({ ...options, port: 0, publicUrl: "http://shop.localhost:1", endpointsOf: async () => [] });
  expect(sandbox.url).toBe("http://shop.localhost:1");
  const address = `http://127.0.0.1:${sandbox.port}`;
  expect((await fetch(`${address}/sandbox/ledger`)).status).toBe(200);
  await expect(start({ ...options, port: sandbox.port })).rejects.toMatchObject({ code: "EADDRINUSE" });
  await sandbox.close();
  await expect(fetch(address)).rejects.toThrow();
  expect(failures).toEqual([]);
});
