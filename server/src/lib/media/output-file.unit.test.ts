import { pbkdf2 } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate as turn } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { outputFile } from "./output-file.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "output-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

// Then nothing opens it after its removal.
test("the file is there before a failure is known", async () => {
  const path = join(folder, "gone");
  const gone = new Readable({ read() {} }).on("error", () => {});
  gone.destroy(new Error("gone"));
  await turn();
  // A busy machine: what is opened in the background has to wait.
  const work = Array.from({ length: 8 }, () => promisify(pbkdf2)("a", "b", 100_000, 64, "sha512"));
  await expect(
    pipeline(gone, new PassThrough(), outputFile(path, "wx")).finally(() => expect(existsSync(path)).toBe(true)),
  ).rejects.toThrow("gone");
  await Promise.all(work);
});

test("only this user reads the file, and a failure to open it fails the pipeline", async () => {
  const path = join(folder, "a");
  await pipeline(Readable.from(["one"]), outputFile(path, "wx"));
  await pipeline(Readable.from([" two"]), outputFile(path, "a"));
  expect(await readFile(path, "utf8")).toBe("one two");
  if (process.platform !== "win32") expect((await stat(path)).mode & 0o777).toBe(0o600);
  await expect(pipeline(Readable.from(["x"]), outputFile(path, "wx"))).rejects.toMatchObject({ code: "EEXIST" });
});
