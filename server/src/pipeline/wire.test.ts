import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cms, startServer, type TestServer, type TestSite } from "../../../test/kit/harness.ts";
import { parseRaw, sendRaw } from "../../../test/kit/raw.ts";
import { sampleSite } from "../../../test/kit/sample-site.ts";

let server: TestServer;
let site: TestSite;

beforeAll(async () => {
  server = await startServer();
  site = await server.addSite(sampleSite());
});
afterAll(() => server.stop());

const address = `${cms}/pages/home`;
const raw = async (text: string) =>
  parseRaw(await sendRaw(server.port, text.replaceAll("\n", "\r\n").replaceAll("KEY", site.key).replaceAll("ADDRESS", address)));

describe("a request that two readers could understand differently is refused", () => {
  test.each([
    ["two hosts", "GET ADDRESS HTTP/1.1\nHost: a\nHost: b\nx-api-key: KEY\n\n", 400],
    ["no host", "GET ADDRESS HTTP/1.1\nx-api-key: KEY\n\n", 400],
    ["an empty host", "GET ADDRESS HTTP/1.1\nHost:\nx-api-key: KEY\n\n", 400],
    ["HTTP/2.0 on the request line", "GET ADDRESS HTTP/2.0\nHost: a\nx-api-key: KEY\n\n", 400],
    ["HTTP/0.9", "GET ADDRESS\n\n", 400],
    ["another host in the target", "GET http://evil.example/x HTTP/1.1\nHost: a\nx-api-key: KEY\n\n", 400],
    ["user info in the target", "GET http://a@b/x HTTP/1.1\nHost: a\nx-api-key: KEY\n\n", 400],
    ["a target without a slash", "GET pages HTTP/1.1\nHost: a\nx-api-key: KEY\n\n", 400],
    ["length and chunks", "GET ADDRESS HTTP/1.1\nHost: a\nContent-Length: 4\nTransfer-Encoding: chunked\n\n0\n\n", 400],
    ["two lengths", "GET ADDRESS HTTP/1.1\nHost: a\nContent-Length: 4\nContent-Length: 5\n\nabcd", 400],
    ["a folded header", "GET ADDRESS HTTP/1.1\nHost: a\nx-api-key:\n KEY\n\n", 400],
    ["a space before the colon", "GET ADDRESS HTTP/1.1\nHost: a\nx-api-key : KEY\n\n", 400],
    ["a NUL in a header", "GET ADDRESS HTTP/1.1\nHost: a\nx-api-key: KEY\0\n\n", 400],
    ["a header without a name", "GET ADDRESS HTTP/1.1\nHost: a\n: KEY\n\n", 400],
    ["no method", " ADDRESS HTTP/1.1\nHost: a\n\n", 400],
    ["nonsense", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\n\n", 400],
    ["an unknown expectation", "GET ADDRESS HTTP/1.1\nHost: a\nExpect: wonders\nx-api-key: KEY\n\n", 400],
    ["101 headers", `GET ADDRESS HTTP/1.1\nHost: a\n${"a: b\n".repeat(100)}\n`, 431],
    ["3 000 header lines", `GET ADDRESS HTTP/1.1\nHost: a\n${"a: b\n".repeat(3_000)}\n`, 431],
    ["40 KiB of header", `GET ADDRESS HTTP/1.1\nHost: a\nx: ${"y".repeat(40_000)}\n\n`, 431],
    ["a URL over 8 KiB", `GET ADDRESS?${"x".repeat(8_200)} HTTP/1.1\nHost: a\nx-api-key: KEY\n\n`, 414],
    ["a packed body", "POST /api/public/v1/signup HTTP/1.1\nHost: a\nContent-Encoding: gzip\nContent-Length: 2\n\n{}", 415],
    ["a body packed twice", "POST /api/public/v1/signup HTTP/1.1\nHost: a\nContent-Encoding: identity, br\nContent-Length: 2\n\n{}", 415],
    ["a packed transfer", "POST /api/public/v1/signup HTTP/1.1\nHost: a\nTransfer-Encoding: gzip, chunked\n\n0\n\n", 501],
    ["health with a slash after it", "GET /healthz/ HTTP/1.1\nHost: a\n\n", 404],
    ["readiness with a slash after it", "GET /readyz/?x HTTP/1.1\nHost: a\n\n", 404],
    ["metrics with a slash after them", "GET /metrics/ HTTP/1.1\nHost: a\n\n", 404],
    ["metrics in disguise", "GET /%6detrics HTTP/1.1\nHost: a\n\n", 404],
    ["metrics by another method, with a slash after them", "POST /metrics/ HTTP/1.1\nHost: a\n\n", 404],
    ["a tunnel", "CONNECT example.com:443 HTTP/1.1\nHost: example.com:443\n\n", 405],
  ])("%s", async (_name, text, status) => {
    const answer = await raw(text);
    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(JSON.parse(answer.body)).toMatchObject({ status, requestId: answer.headers.get("x-request-id") });
  });

  test("a bare line feed", async () => {
    expect(parseRaw(await sendRaw(server.port, `GET ${address} HTTP/1.1\nHost: a\nx-api-key: ${site.key}\n\n`)).status).toBe(400);
  });
});

describe("an unusual but clear request is served", () => {
  test.each([
    ["HTTP/1.0 without a host", "GET ADDRESS HTTP/1.0\nx-api-key: KEY\n\n"],
    ["a proxy's form of the target", "GET http://a:1ADDRESS HTTP/1.1\nHost: A:1\nx-api-key: KEY\n\n"],
    ["header names in any case", "GET ADDRESS HTTP/1.1\nhOST: a\nX-API-Key: KEY\n\n"],
    ["99 headers", `GET ADDRESS HTTP/1.1\nHost: a\nx-api-key: KEY\n${"a: b\n".repeat(97)}\n`],
    ["a URL of 8 KiB", `GET ADDRESS?${"x".repeat(8_100 - address.length)} HTTP/1.1\nHost: a\nx-api-key: KEY\n\n`],
    ["an upgrade that is not offered", "GET ADDRESS HTTP/1.1\nHost: a\nx-api-key: KEY\nConnection: Upgrade\nUpgrade: websocket\n\n"],
    ["a body with a read", "GET ADDRESS HTTP/1.1\nHost: a\nx-api-key: KEY\nContent-Length: 3\n\nabc"],
  ])("%s", async (_name, text) => {
    expect((await raw(text)).status).toBe(200);
  });
});

test("a response on a shared connection belongs to its own request", async () => {
  const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\nx-api-key: ${site.key}\r\n\r\n`;
  const text = await sendRaw(server.port, [address, `${cms}/pages/missing`, `${cms}/pages/about`, address].map(request).join(""));
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
  expect(statuses).toEqual(["200", "404", "200", "200"]);
  expect([...text.matchAll(/"title":"sample (\w+) en"/g)].map(([, slug]) => slug)).toEqual(["home", "about", "home"]);
});

test("a response that comes before its body is not lost, and its connection does not wait for the body for ever", async () => {
  const socket = connect(server.port, "127.0.0.1");
  socket.write("POST /api/public/v1/nothing HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{");
  const [answer] = (await once(socket, "data")) as [Buffer];
  expect(parseRaw(answer.toString()).status).toBe(404);
  // Still being sent when the response came.
  socket.write(Buffer.alloc(50_000, " "));
  await once(socket, "close");
});

/** A connection that reads responses one by one. */
function client() {
  const socket = connect(server.port, "127.0.0.1");
  const ended = once(socket, "close");
  return {
    ended,
    write: (text: string | Buffer) => socket.write(text),
    read: async () => parseRaw(((await once(socket, "data")) as [Buffer])[0].toString()),
    close: () => socket.destroy(),
  };
}
const posted = (path: string, headers: string) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`;
const signup = "/api/public/v1/signup";

test.each([
  ["without a route", "/api/public/v1/nothing", 404, "Content-Length: 9000000"],
  ["that is announced as too large", signup, 413, "Content-Length: 9000000"],
  ["in chunks without a route", "/api/public/v1/nothing", 404, "Transfer-Encoding: chunked"],
])("a body %s, of which much is still to come, ends its connection, and the response says so", async (_name, path, status, length) => {
  const { read, write, ended } = client();
  write(posted(path, length));
  const answer = await read();
  expect([answer.status, answer.headers.get("connection")]).toEqual([status, "close"]);
  write(Buffer.alloc(50_000, " "));
  await ended;
});

test("a small body that comes after its response leaves the connection to the next requests, also seconds later", async () => {
  const { read, write, close } = client();
  write(`${posted("/api/public/v1/nothing", "Content-Length: 4")}ab`);
  const answer = await read();
  expect([answer.status, answer.headers.get("connection")]).toEqual([404, "keep-alive"]);
  write("cd");
  for (const waitMs of [0, 2_500]) {
    await pause(waitMs);
    write(`GET ${address} HTTP/1.1\r\nHost: a\r\nx-api-key: ${site.key}\r\n\r\n`);
    expect((await read()).status).toBe(200);
  }
  close();
});

test("slow and silent connections are cut", () => {
  const { requestTimeout, headersTimeout, maxConnections, maxRequestsPerSocket } = server.vitrine.server;
  expect({ requestTimeout, headersTimeout, maxConnections, maxRequestsPerSocket }).toEqual({
    // The readers of bodies have limits of their own.
    requestTimeout: 0,
    headersTimeout: 10_000,
    maxConnections: 2_000,
    maxRequestsPerSocket: 10_000,
  });
});
