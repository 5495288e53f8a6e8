import { expect, test } from "vitest";
import { startSandbox } from "./start-sandbox.ts";

test("the sandbox starts, answers, and lets go of its port", async () => {
  const failures: string[] = [];
  const options = { host: "127.0.0.1", now: () => new Date(0), onFailure: (line: string) => void failures.push(line) };
  const sandbox = await startSandbox({ ...options, port: 0, publicUrl: "http://shop.localhost:1", endpointsOf: async () => [] });
  expect(sandbox.url).toBe("http://shop.localhost:1");
  const address = `http://127.0.0.1:${sandbox.port}`;
  expect((await fetch(`${address}/sandbox/ledger`)).status).toBe(200);
  await expect(startSandbox({ ...options, port: sandbox.port })).rejects.toMatchObject({ code: "EADDRINUSE" });
  await sandbox.close();
  await expect(fetch(address)).rejects.toThrow();
  expect(failures).toEqual([]);
});
