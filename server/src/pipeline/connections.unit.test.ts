import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clientsBehind } from "../lib/http/client-address.ts";
import { Connections, maxConnections } from "./connections.ts";

const open: (() => void)[] = [];
beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => {
  for (const close of open.splice(0)) close();
  vi.useRealTimers();
});

/** A server that responds at once, except for `/later`, which waits for the test, and `/slow`, which never ends. */
async function listen({ maxPerClient, trusted = [] }: { maxPerClient?: number; trusted?: string[] } = {}) {
  const server = createServer((request, response) => {
    if (request.url === "/slow") return connections.answering(request, response);
    connections.used(request, response);
    if (request.url === "/later") {
      connections.answering(request, response);
      later.push(() => response.end("ok"));
    } else response.end("ok");
  });
  const draining = new AbortController();
  const later: (() => void)[] = [];
  const connections = new Connections(server, { clients: clientsBehind(trusted), maxPerClient, draining: draining.signal });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  open.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const count = () => new Promise<number>((resolve) => server.getConnections((_error, connected) => resolve(connected)));
  return { port, server, count, drain: () => draining.abort(), later };
}

/** Connections from one address; all of 127.0.0.0/8 is this machine. */
async function connectFrom(address: string, port: number, howMany: number): Promise<Socket[]> {
  // The queue of a listening socket holds 511.
  const atOnce = Math.min(howMany, 200);
  const sockets = Array.from({ length: atOnce }, () => connect({ port, host: "127.0.0.1", localAddress: address }));
  for (const socket of sockets) {
    socket.on("error", () => undefined);
    open.push(() => socket.destroy());
  }
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  return howMany > atOnce ? [...sockets, ...(await connectFrom(address, port, howMany - atOnce))] : sockets;
}

async function ask(socket: Socket, path = "/"): Promise<string> {
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
  const [answer] = (await once(socket, "data")) as [Buffer];
  return answer.toString();
}

/** Not expect.poll, which lets faked timers run. */
async function until(count: () => number | Promise<number>, expected: number): Promise<void> {
  for (let tries = 0; tries < 400 && (await count()) !== expected; tries += 1) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await count()).toBe(expected);
}
const closed = (sockets: readonly Socket[]) => sockets.filter((socket) => socket.closed).length;
const reading = (sockets: readonly Socket[]) => sockets.forEach((socket) => socket.resume());

test("one client has a limited number of connections, and others get theirs", async () => {
  const { port, count } = await listen({ maxPerClient: 10 });
  const loud = await connectFrom("127.0.0.2", port, 15);
  reading(loud);
  await until(() => closed(loud), 5);
  const quiet = await connectFrom("127.0.0.3", port, 10);
  expect(await ask(quiet[9] as Socket)).toContain("200 OK");
  // A closed one makes room for another.
  loud.find((socket) => !socket.closed)?.destroy();
  await until(count, 19);
  const [again] = await connectFrom("127.0.0.2", port, 1);
  expect(await ask(again as Socket)).toContain("200 OK");
});

test("connections of a trusted proxy count for no single client", async () => {
  const { port, count } = await listen({ maxPerClient: 10, trusted: ["127.0.0.2"] });
  await connectFrom("127.0.0.2", port, 30);
  await until(count, 30);
});

test("when connections run out the idle ones are closed, the longest idle first, and no active one", async () => {
  const { port, count } = await listen();
  const answered = await connectFrom("127.0.0.2", port, 50);
  for (const socket of answered) socket.write("GET /slow HTTP/1.1\r\nhost: x\r\n\r\n");
  const old = await connectFrom("127.0.0.3", port, 100);
  reading(old);
  await until(count, 150);
  vi.advanceTimersByTime(2_000);
  const young = await connectFrom("127.0.0.4", port, 0.9 * maxConnections - 150);
  reading(young);
  await until(count, 0.9 * maxConnections);
  const [next] = await connectFrom("127.0.0.5", port, 1);
  expect(await ask(next as Socket)).toContain("200 OK");
  await until(() => closed(old), 100);
  expect([closed(young), closed(answered)]).toEqual([0, 0]);
});

test("when half of them are taken, idle ones are kept for five seconds, and responses say so", async () => {
  const { port, count } = await listen();
  const [first] = await connectFrom("127.0.0.2", port, 1);
  expect(await ask(first as Socket)).toContain("Keep-Alive: timeout=65");
  const idle = await connectFrom("127.0.0.3", port, maxConnections / 2);
  reading(idle);
  await until(count, maxConnections / 2 + 1);
  vi.advanceTimersByTime(5_000);
  expect(await ask(first as Socket)).toContain("Keep-Alive: timeout=5");
  expect(closed(idle)).toBe(0);
  vi.advanceTimersByTime(1_000);
  await until(() => closed(idle), maxConnections / 2);
  expect(await ask(first as Socket)).toContain("200 OK");
  vi.advanceTimersByTime(1_000);
  expect(await ask(first as Socket)).toContain("Keep-Alive: timeout=65");
});

test("a server that stops ends each connection with its response, also that of a request already received", async () => {
  const { port, drain, later } = await listen();
  const [early, idle] = (await connectFrom("127.0.0.1", port, 2)) as [Socket, Socket];
  expect(await ask(idle)).toMatch(/connection: keep-alive/i);
  const answer = ask(early, "/later");
  await until(() => later.length, 1);
  drain();
  later[0]?.();
  expect(await answer).toMatch(/connection: close/i);
  expect(await ask(idle)).toMatch(/connection: close/i);
});
