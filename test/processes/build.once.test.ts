import { appendFile, cp, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { linkPackages } from "../kit/link-packages.ts";
import { runToEnd } from "../kit/run-to-end.ts";
import { scratchFolder } from "../kit/vitrine-process.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));
let scratch: Awaited<ReturnType<typeof scratchFolder>>;

/** A checkout that was never built. */
beforeAll(async () => {
  scratch = await scratchFolder();
  for (const name of [
    "package.json",
    "package-lock.json",
    "client/src",
    "sandbox",
    "server/src",
    "server/bin",
    "server/build.js",
    "server/package.json",
  ]) {
    await mkdir(join(scratch.path, name, ".."), { recursive: true });
    await cp(join(repository, name), join(scratch.path, name), { recursive: true });
  }
});
afterAll(() => scratch.remove());

const start = () => runToEnd(process.execPath, ["server/bin/vitrine.js", "--version"], { cwd: scratch.path });
/** Makes the program print one more line. */
const change = (line: string) => appendFile(join(scratch.path, "server/src/version.ts"), `process.stdout.write("${line}\\n");\n`);

test("a checkout builds itself, again after each change, and keeps its build where it cannot build", async () => {
  expect(await start()).toMatchObject({ code: 1, stderr: "This checkout is not built. Run `npm ci`, which builds it.\n" });
  await linkPackages(repository, scratch.path);
  expect(await start()).toMatchObject({ code: 0, stdout: "0.1.0\n", stderr: "" });
  await change("changed");
  const together = await Promise.all([start(), start(), start()]);
  for (const ended of together) expect(ended).toMatchObject({ code: 0, stdout: "changed\n0.1.0\n", stderr: "" });
  await appendFile(join(scratch.path, "server/dist/chunk-EARLIER.js"), "");
  const packing = runToEnd(process.execPath, ["server/build.js"], { cwd: scratch.path });
  let packed = false;
  void packing.then(() => (packed = true));
  do expect(await start()).toMatchObject({ code: 0, stdout: "changed\n0.1.0\n", stderr: "" });
  while (!packed);
  expect(await packing).toMatchObject({ code: 0 });
  expect(await readdir(join(scratch.path, "server/dist"))).not.toContain("chunk-EARLIER.js");
  await linkPackages(repository, scratch.path, (name) => name !== "esbuild");
  await change("again");
  expect(await start()).toMatchObject({ code: 0, stdout: "changed\n0.1.0\n" });
  await linkPackages(repository, scratch.path);
  await change("not JavaScript");
  await appendFile(join(scratch.path, "server/src/version.ts"), "export const = 1;\n");
  const { code, stderr } = await start();
  expect(code).toBe(1);
  expect(stderr).toContain("version.ts");
  expect(stderr).not.toContain("node_modules");
});
