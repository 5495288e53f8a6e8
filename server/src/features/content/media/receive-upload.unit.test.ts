import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { receiveUpload } from "./receive-upload.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "uploads-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** How many this process has open, where the system tells. */
const openFiles = async () => (await readdir("/proc/self/fd").catch(() => [])).length;

const form = {
  type: "multipart/form-data; boundary=limit",
  beginning: '--limit\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nThe beginning',
};
const bytes = { type: "text/plain", beginning: "The beginning" };

/** Sends the beginning of a body, and goes away so many turns of the event loop later; before the server looks if there are none. */
function goneAfter({ type, beginning }: typeof form, turns: number): Promise<unknown> {
  const source = new Readable({ read() {} });
  source.on("error", () => {}).push(beginning);
  const leave = () => source.destroy(Object.assign(new Error("aborted"), { code: "ECONNRESET" }));
  if (turns === 0) leave();
  else
    void (async () => {
      for (let passed = 0; passed < turns; passed += 1) await turn();
      leave();
    })();
  return receiveUpload(
    { headers: { "content-type": type }, raw: source as never, body: undefined },
    { folder, maxBytes: 1_000, now: () => performance.now() },
  );
}

// The file is opened and written while the body arrives, so the end may come at any moment of both.
test.each([
  ["a form", form],
  ["a body of bytes", bytes],
])("%s that breaks off at any moment leaves no file, and none open", async (_, body) => {
  const before = await openFiles();
  const ends = await Promise.allSettled(Array.from({ length: 300 }, (_, index) => goneAfter(body, index % 30)));
  expect(new Set(ends.map(({ status }) => status))).toEqual(new Set(["rejected"]));
  // A file that is still being opened would appear now.
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await readdir(folder)).toEqual([]);
  expect(await openFiles()).toBeLessThan(before + 100);
});
