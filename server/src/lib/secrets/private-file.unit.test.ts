import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writePrivateFile } from "./private-file.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "vitrine-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

test("only its owner can read a file, also if it existed before", async () => {
  const path = join(folder, "out");
  await writePrivateFile(path, ["a", "b"]);
  expect([await readFile(path, "utf8"), await modeOf(path)]).toEqual(["ab", 0o600]);
  await chmod(path, 0o644);
  await writePrivateFile(path, ["c"]);
  expect([await readFile(path, "utf8"), await modeOf(path), await readdir(folder)]).toEqual(["c", 0o600, ["out"]]);
});

test("a failed write leaves the previous content, and nothing else", async () => {
  const path = join(folder, "out");
  await writeFile(path, "before");
  async function* failing() {
    yield "a";
    await Promise.resolve();
    throw new Error("no more");
  }
  await expect(writePrivateFile(path, failing())).rejects.toThrow("no more");
  expect([await readFile(path, "utf8"), await readdir(folder)]).toEqual(["before", ["out"]]);
  await expect(writePrivateFile(join(folder, "nowhere", "out"), ["a"])).rejects.toThrow("ENOENT");
  await expect(writePrivateFile(folder, ["a"])).rejects.toThrow("EISDIR");
});

test("a link stays a link, and a device is written to directly", async () => {
  await writeFile(join(folder, "out"), "before", { mode: 0o644 });
  await symlink("out", join(folder, "link"));
  await writePrivateFile(join(folder, "link"), ["a"]);
  expect([await readFile(join(folder, "out"), "utf8"), await modeOf(join(folder, "out"))]).toEqual(["a", 0o600]);
  expect((await readdir(folder)).sort()).toEqual(["link", "out"]);
  await writePrivateFile("/dev/null", ["a"]);
  expect((await stat("/dev/null")).isCharacterDevice()).toBe(true);
});
