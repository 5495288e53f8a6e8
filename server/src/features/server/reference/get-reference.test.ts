import { request } from "node:http";
import { once } from "node:events";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoApiKey } from "../../../demo.ts";
import { startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { longTest } from "../../../../../test/kit/sampled.ts";

let server: TestServer;
let local: TestServer;
let below: TestServer;
beforeAll(async () => {
  server = await startServer();
  local = await startServer({ local: true });
  below = await startServer({ publicUrl: "https://shop.example/api" });
});
afterAll(async () => {
  for (const one of [server, local, below]) await one.stop();
});

/** The bytes as they are sent, which `fetch` would decompress. */
async function raw(path: string, headers: Record<string, string>) {
  const sent = request({ host: "127.0.0.1", port: server.port, path, headers }).end();
  const [response] = (await once(sent, "response")) as [AsyncIterable<Buffer> & { statusCode: number; headers: Record<string, string> }];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) };
}

const files = ["/docs", "/docs/admin", "/docs/reference.css", "/docs/reference.js"];

test("every operation of the description has one section under its id, a link to it, and an example", async () => {
  const { text } = await server.ask("/docs");
  const { paths } = (await server.ask("/openapi.json")).json as { paths: Record<string, Record<string, { operationId: string }>> };
  const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
  expect(ids.length).toBeGreaterThan(30);
  for (const id of ids) {
    expect([id, text.split(`<section class="operation" id="${id}"`).length - 1]).toEqual([id, 1]);
    expect([id, text.includes(`<a href="#${id}"><span`)]).toEqual([id, true]);
    expect([id, text.includes(`aria-label="Send ${id}"`) || id === "receiveProcessorEvent"]).toEqual([id, true]);
  }
  expect(text.split('<section class="operation"').length - 1).toBe(ids.length);
});

test("the page of the admin API has each of its operations, with who may call it, and sends nothing", async () => {
  const { text, headers } = await server.ask("/docs/admin");
  const described = (await server.ask("/api/admin/v1/openapi.json")).json as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const ids = Object.values(described.paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
  expect(ids).toEqual(expect.arrayContaining(["signIn", "getSession", "signOut"]));
  for (const id of ids) expect([id, text.split(`<section class="operation" id="${id}"`).length - 1]).toEqual([id, 1]);
  for (const words of ["A personal access token may not do this.", "Without a body.", "/api/admin/v1/openapi.json"])
    expect(text).toContain(words);
  expect(text).not.toMatch(/class="send"|data-key|demo site/);
  expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  // The two descriptions share nothing but their form.
  const open = (await server.ask("/openapi.json")).text;
  expect(open).not.toMatch(/api\/admin|session_missing|permission_missing|revision_conflict/);
});

test.each(["/docs", "/docs/admin"])(
  "on %s, ids are unique, every link within the page leads somewhere, and headings do not skip a level",
  async (page) => {
    const { text } = await server.ask(page);
    const ids = [...text.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const targets = [...text.matchAll(/\shref="#([^"]*)"/g)].map(([, id]) => id);
    expect(targets.filter((id) => !ids.includes(id))).toEqual([]);
    const levels = [...text.slice(text.indexOf("<main")).matchAll(/<h([1-6])/g)].map(([, level]) => Number(level));
    expect(levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)).toEqual([]);
  },
);

test("the page and its files are sent in the coding that the client prefers", async () => {
  for (const path of files) {
    const plain = await raw(path, {});
    expect([path, plain.status, plain.headers["content-encoding"]]).toEqual([path, 200, undefined]);
    const read = { gzip: gunzipSync, br: brotliDecompressSync };
    for (const coding of ["gzip", "br"] as const) {
      const { headers, bytes } = await raw(path, { "accept-encoding": coding });
      expect(headers).toMatchObject({ "content-encoding": coding, "content-length": String(bytes.length), "cache-control": "no-cache" });
      expect(headers.vary).toContain("accept-encoding");
      expect(read[coding](bytes).equals(plain.bytes)).toBe(true);
    }
  }
});

test("a client that has the page gets 304, if it has that coding", async () => {
  for (const path of files) {
    const { headers } = await raw(path, { "accept-encoding": "br" });
    const etag = headers.etag ?? "";
    expect(await raw(path, { "accept-encoding": "br", "if-none-match": etag })).toMatchObject({ status: 304, headers: { etag } });
    expect(await raw(path, { "accept-encoding": "gzip", "if-none-match": etag })).toMatchObject({ status: 200 });
  }
});

test("the page with its files is small", async () => {
  const sizes = await Promise.all(files.map(async (path) => (await raw(path, { "accept-encoding": "gzip" })).bytes.length));
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(180_000);
});

test("the policy allows scripts and styles only from files, and the page needs no others", async () => {
  const { text, headers } = await server.ask("/docs");
  const policy = headers.get("content-security-policy") ?? "";
  for (const part of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'"]) expect(policy).toContain(part);
  expect(policy).not.toContain("unsafe");
  expect(text).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?! type="module" src=)/);
});

longTest("the page contains the demo's key only on a server with the demo, and only under its own host name", async () => {
  expect((await local.ask("/docs")).text).toContain(`data-key="${demoApiKey}"`);
  expect((await server.ask("/docs")).text).not.toContain("data-key");
  const sent = request({ host: "127.0.0.1", port: local.port, path: "/docs", headers: { host: "rebound.example" } }).end();
  const [response] = (await once(sent, "response")) as [AsyncIterable<Buffer>];
  let text = "";
  for await (const chunk of response) text += String(chunk);
  expect(text).toContain("getPage");
  expect(text).not.toContain("data-key");
});

test("below a path, the page leads to its files and samples there", async () => {
  const { text } = await below.ask("/docs");
  for (const part of ['href="/api/docs/reference.css"', 'src="/api/docs/reference.js"', 'data-base="/api"', 'href="/api/openapi.json"'])
    expect(text).toContain(part);
  expect(text).toContain("https://shop.example/api/api/public/v1/pages/about?locale=de");
  expect(text).not.toContain("http://localhost:3000");
});
