import { randomBytes } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { addMember, asAdmin, codeOf, type TestAdmin } from "../../../../../../test/kit/admins.ts";
import { anyPicture } from "../../../../../../test/kit/assets.ts";
import { startServer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";
import { beginUpload, metadata, partHeaders, tusHeaders } from "../../../../../../test/kit/tus.ts";
import { adminBase } from "../../../../lib/http/operation.ts";
import { StoreUnavailable } from "../../../../ports/object-store.ts";
import { objectPrefix } from "../object-key.ts";
import { sweepMedia } from "../tasks/sweep-media.ts";
import { mostUnfinished, partBytes } from "../tus/upload.ts";

let server: TestServer;
let site: TestSite;
let owner: TestAdmin;
/** Of the store: whether it takes anything. */
let isAway = false;
beforeAll(async () => {
  server = await startServer({
    throughStore: (store) => ({
      ...store,
      put: (key, file) => (isAway ? Promise.reject(new StoreUnavailable("away")) : store.put(key, file)),
    }),
  });
  site = await server.addSite();
  owner = await addMember(server, site, "OWNER");
});
afterEach(() => void (isAway = false));
afterAll(() => server.stop());

const base = () => `${adminBase}/sites/${site.slug}/uploads`;
const begin = (bytes: number, words = {}) => beginUpload({ server, site, sender: owner }, bytes, words);
const addressOf = async (bytes: number, words = {}) => (await begin(bytes, words)).headers.get("location") ?? "";
const patch = (address: string, offset: number, body: Uint8Array, headers = {}) =>
  server.ask(address, { method: "PATCH", headers: { ...partHeaders(offset), ...owner.headers, ...headers }, body: Buffer.from(body) });
const head = async (address: string, headers = owner.headers) => {
  const answer = await server.ask(address, { method: "HEAD", headers: { ...tusHeaders, ...headers } });
  return { status: answer.status, offset: answer.headers.get("upload-offset"), asset: answer.headers.get("upload-asset"), answer };
};
const assetOf = async (id: string | null) =>
  ((await asAdmin(server, owner).get(`/sites/${site.slug}/assets/${id}`)).json as { data: Record<string, unknown> & { url: string } }).data;
const bytesOf = async (id: string | null) =>
  Buffer.from(await (await fetch(server.url + new URL((await assetOf(id)).url).pathname)).arrayBuffer());
const parts = async () => {
  const keys = [];
  for await (const { key } of server.deps.store.list(`${objectPrefix(site.id)}uploads/`)) keys.push(key);
  return keys;
};
/** Resolves once the server is receiving so many bytes. */
const arrived = (bytes: number) =>
  expect
    .poll(async () => {
      const names = await readdir(server.deps.media.uploads);
      return Promise.all(names.map(async (name) => (await stat(join(server.deps.media.uploads, name))).size)).catch(() => []);
    })
    .toContain(bytes);
const text = (bytes: number) => Buffer.from(randomBytes(bytes / 2).toString("hex"));

test("an upload tells where it is, and the finished one answers with its asset", async () => {
  const bytes = text(30);
  const begun = await begin(30, { filename: "a.txt", title: "Notes" });
  const address = begun.headers.get("location") ?? "";
  expect([begun.status, begun.headers.get("tus-resumable"), begun.headers.get("upload-offset")]).toEqual([201, "1.0.0", "0"]);
  const half = await patch(address, 0, bytes.subarray(0, 20));
  expect([half.status, half.headers.get("upload-offset"), half.headers.get("upload-asset")]).toEqual([204, "20", null]);
  expect(Date.parse(half.headers.get("upload-expires") ?? "") - server.clock.now().getTime()).toBe(24 * 60 * 60_000);
  expect((await head(address)).answer.headers.get("cache-control")).toBe("no-store");
  const whole = await patch(address, 20, bytes.subarray(20));
  const asset = whole.headers.get("upload-asset");
  expect([whole.status, (await head(address)).offset, (await head(address)).asset]).toEqual([204, "30", asset]);
  const read = await server.ask(address, { headers: owner.headers });
  expect(read.json).toMatchObject({
    data: { offset: 30, bytes: 30, duplicate: false, asset: { id: asset, title: "Notes", name: "a.txt" } },
  });
  // The last part once more, as after a lost response.
  expect((await patch(address, 20, bytes.subarray(20))).status).toBe(409);
  const again = await addressOf(30);
  expect((await patch(again, 0, bytes)).headers.get("upload-asset")).toBe(asset);
  expect((await server.ask(again, { headers: owner.headers })).json).toMatchObject({ data: { duplicate: true } });
});

test("a file of several parts is the same byte for byte, also after a connection that broke in the middle of each", async () => {
  const file = await anyPicture({ width: 40, height: 30 });
  const address = await addressOf(file.length, { filename: "a.png" });
  for (let offset = 0, round = 1; offset < file.length; round += 1) {
    const breaks = offset + 40 < file.length;
    await new Promise<void>((resolve) => {
      const headers = { ...partHeaders(offset), ...owner.headers, "content-length": file.length - offset };
      const sending = request(server.url + address, { method: "PATCH", headers }, (answer) => answer.resume().once("end", resolve));
      sending.on("error", () => resolve());
      if (!breaks) return void sending.end(file.subarray(offset));
      sending.write(file.subarray(offset, offset + 40));
      void arrived(40).then(() => sending.destroy());
      sending.once("close", () => resolve());
    });
    const before = offset;
    await expect.poll(async () => (offset = Number((await head(address)).offset))).toBe(breaks ? before + 40 : file.length);
    expect(round).toBeLessThan(100);
  }
  expect(await assetOf((await head(address)).asset)).toMatchObject({ contentType: "image/png", width: 40 });
  await server.runTasks();
  expect(await parts()).toEqual([]);
});

test("one request of many bytes is kept in parts, so that a process that dies loses one at most", async () => {
  const bytes = Buffer.alloc(partBytes + 1_000, "a");
  const other = await startServer();
  try {
    other.deps.media.maxVideoBytes = 2 * partBytes;
    other.deps.media.maxBytes = 2 * partBytes;
    const otherSite = await other.addSite();
    const sender = await addMember(other, otherSite, "OWNER");
    const address = (await beginUpload({ server: other, site: otherSite, sender }, bytes.length + 10)).headers.get("location") ?? "";
    const sent = await other.ask(address, { method: "PATCH", headers: { ...partHeaders(0), ...sender.headers }, body: bytes });
    expect([sent.status, sent.headers.get("upload-offset")]).toEqual([204, String(bytes.length)]);
    const [{ parts: partCount } = { parts: 0 }] = await other.deps.sql<{
      parts: number;
    }>`select parts from asset_uploads where site_id = ${otherSite.id}`;
    expect(partCount).toBe(2);
  } finally {
    await other.stop();
  }
});

test("of requests that go on at one offset, one succeeds, and the file has its bytes", async () => {
  const address = await addressOf(8, { filename: "a.txt" });
  const first = await Promise.all(["aaaa", "bbbb", "cccc"].map((body) => patch(address, 0, Buffer.from(body))));
  expect(first.map(({ status }) => status).sort()).toEqual([204, 409, 409]);
  expect(first.find(({ status }) => status === 409)?.json).toMatchObject({ code: "upload_offset_conflict", offset: 4 });
  expect(await parts()).toHaveLength(1);
  const winner = ["aaaa", "bbbb", "cccc"][first.findIndex(({ status }) => status === 204)] ?? "";
  const last = await Promise.all(["dddd", "eeee"].map((body) => patch(address, 4, Buffer.from(body))));
  expect(last.map(({ status }) => status).sort()).toEqual([204, 409]);
  const end = ["dddd", "eeee"][last.findIndex(({ status }) => status === 204)] ?? "";
  expect((await bytesOf((await head(address)).asset)).toString()).toBe(winner + end);
});

test("the last part counts with the asset alone: what fails for now goes on there, and a refused file ends its upload", async () => {
  const address = await addressOf(20);
  expect((await patch(address, 0, text(10))).status).toBe(204);
  isAway = true;
  const failed = await patch(address, 10, text(10));
  expect([failed.status, failed.headers.get("retry-after"), (await head(address)).offset]).toEqual([503, "2", "10"]);
  isAway = false;
  expect((await patch(address, 10, text(10))).status).toBe(204);
  const refused = await addressOf(4);
  expect((await patch(refused, 0, Buffer.from([0x7f, 0x45]))).status).toBe(204);
  expect((await patch(refused, 2, Buffer.from([0x4c, 0x46]))).status).toBe(415);
  expect([(await head(refused)).status, await parts()]).toEqual([404, []]);
});

test("limits hold before bytes are stored", async () => {
  const tooLarge = await begin(server.deps.media.maxVideoBytes + 1);
  expect([tooLarge.status, codeOf(tooLarge), (await begin(0)).status]).toEqual([413, "file_too_large", 400]);
  const small = await server.addSite({ site: { settings: { media: { quotaMb: 1 } } } });
  const by = await addMember(server, small, "OWNER");
  const announce = (bytes: number) => beginUpload({ server, site: small, sender: by }, bytes);
  const half = 2 ** 19;
  expect([(await announce(half)).status, (await announce(half)).status]).toEqual([201, 201]);
  expect((await announce(1)).json).toMatchObject({ code: "quota_exceeded", quotaBytes: 2 ** 20, usedBytes: 2 ** 20 });
  const busy = await server.addSite();
  const sender = await addMember(server, busy, "OWNER");
  for (let index = 0; index < mostUnfinished; index += 1) expect((await beginUpload({ server, site: busy, sender }, 10)).status).toBe(201);
  expect((await beginUpload({ server, site: busy, sender }, 10)).json).toMatchObject({ code: "too_many_uploads" });
  const address = await addressOf(10);
  expect([(await patch(address, 0, text(12))).status, (await head(address)).offset]).toEqual([400, "0"]);
});

test("nobody reaches the upload of another person or another site, which are like none", async () => {
  const address = await addressOf(10);
  const colleague = await addMember(server, site, "OWNER");
  const other = await server.addSite();
  const stranger = await addMember(server, other, "OWNER");
  const none = address.replace(/[^/]*$/, server.deps.ids.next());
  const readAnswer = async (path: string, headers: Record<string, string>) => {
    const { status, text: said } = await server.ask(path, { headers });
    return [status, said.replace(/"requestId":"[^"]*"/, "")];
  };
  expect(await readAnswer(address, colleague.headers)).toEqual(await readAnswer(none, colleague.headers));
  const moved = (path: string) => path.replace(`/${site.slug}/`, `/${other.slug}/`);
  expect(await readAnswer(moved(address), stranger.headers)).toEqual(await readAnswer(moved(none), stranger.headers));
  expect((await readAnswer(moved(address), stranger.headers))[0]).toBe(404);
  expect((await patch(address, 0, text(4), colleague.headers)).status).toBe(404);
  expect((await head(address)).offset).toBe("0");
});

test("an unfinished upload ends after a day without bytes, and the sweep removes what was received", async () => {
  const address = await addressOf(20);
  const hour = 60 * 60_000;
  server.clock.advance(23 * hour);
  expect((await patch(address, 0, text(10))).status).toBe(204);
  server.clock.advance(23 * hour);
  expect((await head(address)).offset).toBe("10");
  await sweepMedia.run(server.deps);
  expect(await parts()).toHaveLength(1);
  server.clock.advance(2 * hour);
  expect((await head(address)).status).toBe(404);
  await sweepMedia.run(server.deps);
  expect(await parts()).toEqual([]);
  const left = await server.deps.sql<{ id: string }>`select id from asset_uploads where site_id = ${site.id} and asset_id is null`;
  expect(left).toEqual([]);
});

test.each([
  ["another version", { "tus-resumable": "0.2.2" }, 412],
  ["no version", { "tus-resumable": "" }, 412],
  ["no length", { "upload-length": "" }, 400],
  ["a negative length", { "upload-length": "-1" }, 400],
  ["a length in exponents", { "upload-length": "1e3" }, 400],
  ["a value that is not base64", { "upload-metadata": "filename ***" }, 400],
  ["a value that is not UTF-8", { "upload-metadata": "filename /w==" }, 400],
  ["a key twice", { "upload-metadata": "title YQ==,title YQ==" }, 400],
  ["metadata of more than 8 KiB", { "upload-metadata": metadata({ own: "a".repeat(6_200) }) }, 400],
  ["a part of a parallel upload", { "upload-concat": "partial" }, 400],
  ["the end of a parallel upload", { "upload-concat": "final;/a /b" }, 400],
  ["an unknown locale", { "upload-metadata": metadata({ alt: '{"xx":"a"}' }) }, 400],
  ["a title of two lines", { "upload-metadata": metadata({ title: "a\nb" }) }, 400],
])("%s is refused", async (_what, headers, status) => {
  const answer = await server.ask(base(), {
    method: "POST",
    headers: { ...tusHeaders, "upload-length": "10", ...owner.headers, ...headers },
  });
  expect(answer.status).toBe(status);
  if (status === 412) expect(answer.headers.get("tus-version")).toBe("1.0.0");
});

test("a hostile name is no path and no trap", async () => {
  const names = ["../../etc/passwd", "a\0b.txt", "photo\u202egpj.exe", `${"x".repeat(5_000)}.txt`, ".htaccess", ""];
  for (const name of names) {
    const address = await addressOf(10, { filename: name });
    const asset = await assetOf((await patch(address, 0, text(10))).headers.get("upload-asset"));
    expect(asset.name).toMatch(/^[^/\\\0\u202e]{1,200}$/);
    expect(asset.name).toMatch(/\.txt$/);
  }
});

test("OPTIONS tells what the server can do, to anybody", async () => {
  for (const path of [base(), `${base()}/any`]) {
    const { status, headers } = await server.ask(path, { method: "OPTIONS" });
    expect([status, headers.get("tus-version")]).toEqual([204, "1.0.0"]);
    expect(headers.get("tus-extension")).toBe("creation,creation-with-upload,expiration,termination");
    expect(headers.get("tus-max-size")).toBe(String(server.deps.media.maxVideoBytes));
  }
});

test("a sender who sends too little gives its place up", async () => {
  const address = await addressOf(100_000);
  const sending = request(server.url + address, {
    method: "PATCH",
    headers: { ...partHeaders(0), ...owner.headers, "content-length": 100_000 },
  });
  const answered = new Promise<number | undefined>((resolve) => sending.once("response", ({ statusCode }) => resolve(statusCode)));
  sending.on("error", () => undefined);
  sending.write(text(100));
  await sleep(50);
  server.clock.advance(60_000);
  expect(await answered).toBe(408);
  sending.destroy();
  expect((await head(address)).offset).toBe("100");
});

test("what a drawing lost is in the answer to its last bytes, and in that of the upload", async () => {
  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/><größe/><rect onload="x()"/></svg>');
  const address = await addressOf(drawing.length, { filename: "a.svg" });
  const sent = await patch(address, 0, drawing);
  const cut = ["<script>", "<größe>", "<rect onload>"];
  expect([sent.status, JSON.parse(sent.headers.get("upload-cut") ?? "")]).toEqual([204, cut]);
  expect((await server.ask(address, { headers: owner.headers })).json).toMatchObject({ data: { cut } });
  const whole = await addressOf(5, { filename: "a.txt" });
  expect((await patch(whole, 0, Buffer.from("Hello"))).headers.get("upload-cut")).toBeNull();
  expect((await server.ask(whole, { headers: owner.headers })).json).toMatchObject({ data: { cut: [] } });
});
