import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { Upload } from "tus-js-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoSlug } from "../../server/src/demo.ts";
import { adminBase } from "../../server/src/lib/http/operation.ts";
import { signInByLink } from "../kit/sign-in-by-link.ts";
import { partHeaders, tusHeaders } from "../kit/tus.ts";
import { copyDemoFolder } from "../kit/demo-folder.ts";
import { scratchFolder, serveProcess, type ServingProcess } from "../kit/vitrine-process.ts";

let folder: Awaited<ReturnType<typeof scratchFolder>>;
let server: ServingProcess;
beforeAll(async () => {
  folder = await scratchFolder();
  await copyDemoFolder(folder.path);
});
afterAll(async () => {
  await server?.end("SIGTERM");
  await folder.remove();
});

const start = async () => void (server = await serveProcess(["--demo"], { DATA_DIR: folder.path, RATE_LIMITS: "off", SANDBOX_PORT: "0" }));
const mebibyte = 2 ** 20;

// The folder is of the demo server; on PostgreSQL the same statements decide.
test("an upload goes on after kill -9 where the server is, and the file is there byte for byte", { timeout: 120_000 }, async () => {
  await start();
  const cookie = await signInByLink(server);
  const bytes = Buffer.from(randomBytes(5 * mebibyte).toString("hex"));
  const base = `${adminBase}/sites/${demoSlug}`;
  const begun = await fetch(`${server.url}${base}/uploads`, {
    method: "POST",
    headers: { cookie, ...tusHeaders, "upload-length": String(bytes.length) },
  });
  const path = begun.headers.get("location") ?? "";
  const offset = async () => {
    const { headers } = await fetch(server.url + path, { method: "HEAD", headers: { cookie, ...tusHeaders } });
    return Number(headers.get("upload-offset"));
  };
  // One part, and some of the second.
  const sending = request(server.url + path, { method: "PATCH", headers: { cookie, ...partHeaders(0), "content-length": bytes.length } });
  const broken = new Promise<void>((resolve) => sending.once("error", () => resolve()));
  sending.write(bytes.subarray(0, 9 * mebibyte));
  await expect.poll(offset).toBe(8 * mebibyte);
  await server.end("SIGKILL");
  await broken;

  await start();
  expect(await offset()).toBe(8 * mebibyte);
  const sent: string[] = [];
  const id = await new Promise<string | undefined>((resolve, reject) => {
    const upload: Upload = new Upload(bytes, {
      uploadUrl: server.url + path,
      headers: { cookie },
      retryDelays: null,
      onAfterResponse: (asked) => void sent.push(`${asked.getMethod()} ${asked.getHeader("Upload-Offset") ?? ""}`.trim()),
      onSuccess: ({ lastResponse }) => resolve(lastResponse.getHeader("Upload-Asset")),
      onError: reject,
    });
    upload.start();
  });
  expect(sent).toEqual(["HEAD", `PATCH ${8 * mebibyte}`]);
  const answer = await fetch(`${server.url}${base}/assets/${id}`, { headers: { cookie } });
  const { data } = (await answer.json()) as { data: { url: string } };
  const read = Buffer.from(await (await fetch(server.url + new URL(data.url).pathname)).arrayBuffer());
  expect([read.length, read.equals(bytes)]).toEqual([bytes.length, true]);
  const site = (await readdir(join(folder.path, "media", "sites")))[0] ?? "";
  const left = await readdir(join(folder.path, "media", "sites", site, "uploads"), { recursive: true, withFileTypes: true });
  expect(left.filter((one) => one.isFile())).toEqual([]);
});
