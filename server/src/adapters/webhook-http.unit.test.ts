import { createServer, type Server } from "node:http";
import { createServer as createSocketServer, type AddressInfo, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { AddressNetworks, loopbackNetworks } from "../lib/http/address-networks.ts";
import { webhookHttp, type WebhookHttpOptions } from "./webhook-http.ts";

const closers: (() => void)[] = [];
afterEach(() => closers.splice(0).forEach((close) => close()));

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;

async function serve(answer: Parameters<typeof createServer>[1]): Promise<{ server: Server; url: string; requests: () => number }> {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    request.resume();
    (answer as (...args: unknown[]) => void)(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, url: `http://127.0.0.1:${portOf(server)}/hook`, requests: () => requests };
}

/** What a server says that speaks no HTTP, or lies in it. */
async function serveRaw(talk: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createSocketServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("data", () => talk(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => {
    sockets.forEach((socket) => socket.destroy());
    server.close();
  });
  return `http://127.0.0.1:${portOf(server)}/hook`;
}

const none = () => Promise.reject(new Error("no name servers"));
const sender = (options: Partial<WebhookHttpOptions> = {}) =>
  webhookHttp({ networks: new AddressNetworks(loopbackNetworks), resolveName: none, timeoutMs: 500, ...options });
const send = (url: string, options?: Partial<WebhookHttpOptions>) =>
  sender(options).send({ url, headers: { "webhook-id": "1", "content-type": "application/json" }, body: "{}" });

test("a success is told with the beginning of its answer", async () => {
  const { url } = await serve((_request, response) => response.writeHead(201).end("é".repeat(4_000)));
  const { error, status, answer } = await send(url);
  expect([error, status, Buffer.byteLength(answer ?? "")]).toEqual([null, 201, 4_096]);
});

test("a redirect is a failure, and is not followed", async () => {
  const target = await serve((_request, response) => response.end());
  for (const status of [301, 302, 303, 307, 308]) {
    const { url } = await serve((_request, response) => response.writeHead(status, { location: target.url }).end());
    expect(await send(url)).toMatchObject({ error: "redirect", status });
  }
  expect(target.requests()).toBe(0);
});

test("an endpoint that hangs, at whatever point, is given up in time", async () => {
  const hanging: ((socket: Socket) => void)[] = [
    () => undefined,
    (socket) => socket.write("HTTP/1.1 2"),
    (socket) => socket.write("HTTP/1.1 200 OK\r\nx-a: "),
    (socket) => {
      const drip = setInterval(() => socket.write("HTTP/1.1 100 Continue\r\n\r\n"), 20);
      socket.on("close", () => clearInterval(drip));
    },
  ];
  for (const talk of hanging) {
    const began = performance.now();
    expect(await send(await serveRaw(talk))).toMatchObject({ error: "timeout", status: null });
    expect(performance.now() - began).toBeLessThan(3_000);
  }
});

test("the status decides, however the body of the answer goes on", async () => {
  const bodies: [head: string, talk: (socket: Socket) => void][] = [
    ["content-length: 100000\r\n", (socket) => socket.end("short")],
    ["content-length: 100000\r\n", (socket) => socket.write("and then nothing")],
    ["transfer-encoding: chunked\r\n", (socket) => socket.end("zz\r\nnot a chunk")],
    [
      "transfer-encoding: chunked\r\n",
      (socket) => {
        const flood = setInterval(() => socket.write(`1000\r\n${"x".repeat(4_096)}\r\n`), 1);
        socket.on("close", () => clearInterval(flood));
      },
    ],
  ];
  for (const [head, talk] of bodies) {
    const url = await serveRaw((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\n${head}\r\n`);
      talk(socket);
    });
    const { error, status, answer } = await send(url, { timeoutMs: 5_000 });
    expect([error, status]).toEqual([null, 200]);
    expect(Buffer.byteLength(answer ?? "")).toBeLessThanOrEqual(4_096);
  }
});

test("what speaks no HTTP is a failure", async () => {
  expect(await send(await serveRaw((socket) => socket.end("220 mail.example ESMTP\r\n")))).toMatchObject({ error: "connection_failed" });
  expect(await send(await serveRaw((socket) => socket.destroy()))).toMatchObject({ error: "connection_failed" });
  const huge = `HTTP/1.1 200 OK\r\n${Array.from({ length: 3_000 }, (_, n) => `x-${n}: ${"a".repeat(50)}\r\n`).join("")}\r\n`;
  expect(await send(await serveRaw((socket) => socket.end(huge)))).toMatchObject({ error: "connection_failed", status: null });
  const plain = await serve((_request, response) => response.end());
  expect(await send(plain.url.replace("http:", "https:"))).toMatchObject({ error: "tls_failed" });
  plain.server.close();
  const gone = createSocketServer();
  await new Promise<void>((resolve) => gone.listen(0, "127.0.0.1", resolve));
  const port = portOf(gone);
  await new Promise((resolve) => gone.close(resolve));
  expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ error: "connection_refused" });
});

test("each address of a name is checked at each try, and the connection goes to what was checked", async () => {
  const { url, requests } = await serve((_request, response) => response.writeHead(204).end());
  const named = url.replace("127.0.0.1", "hooks.example");
  const answers = [["127.0.0.1"], ["10.0.0.1"], ["127.0.0.1", "169.254.169.254"], ["::ffff:10.0.0.1"], [], ["127.0.0.1"]];
  const outcomes = [];
  const changing = sender({ resolveName: async () => answers.shift() ?? [] });
  for (let number = 0; number < 6; number += 1) outcomes.push((await changing.send({ url: named, headers: {}, body: "{}" })).error);
  expect(outcomes).toEqual([null, ...["address_not_allowed", "address_not_allowed", "address_not_allowed", "name_not_found"], null]);
  expect(requests()).toBe(2);
  expect(await send("http://nowhere.example/")).toMatchObject({ error: "name_not_found" });
  // Public, and so never over http.
  expect(await send("http://public.example/", { resolveName: async () => ["1.1.1.1"] })).toMatchObject({ error: "address_not_allowed" });
});

test("a name server that hangs is given up in time", async () => {
  expect(await send("https://slow.example/", { resolveName: () => new Promise(() => undefined) })).toMatchObject({ error: "timeout" });
});

test("an endpoint that switches protocols, or gives hints without end, has failed", async () => {
  const switching = await serveRaw((socket) => socket.write("HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n"));
  expect(await send(switching, { timeoutMs: 5_000 })).toMatchObject({ error: "status" });
  const hinting = await serveRaw((socket) => {
    const flood = setInterval(() => socket.write("HTTP/1.1 103 Early Hints\r\n\r\n".repeat(50)), 5);
    socket.on("close", () => clearInterval(flood));
  });
  expect(await send(hinting, { timeoutMs: 5_000 })).toMatchObject({ error: "connection_failed" });
  const ending = await serveRaw((socket) => socket.end());
  expect(await send(ending, { timeoutMs: 5_000 })).toMatchObject({ error: "connection_failed" });
});
