import { afterEach, expect, test } from "vitest";
import { startAttackedServer, type AttackedServer } from "./attacked-server.ts";
import { client, closeAll, openConnections } from "./connections.ts";
import { recordAttack } from "./record.ts";

let server: AttackedServer;
afterEach(() => server.remove());

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A page read by a client that is not part of the attack. */
async function readPage(): Promise<number> {
  const { status } = await fetch(`${server.url}/api/public/v1/pages/home`, { headers: { "x-api-key": server.site.apiKey } });
  return status;
}

/** The outcome of honest reads during some work. */
async function readsDuring(isOver: () => boolean): Promise<number[]> {
  const statuses: number[] = [];
  while (!isOver()) {
    statuses.push(await readPage().catch(() => 0));
    await wait(50);
  }
  return statuses;
}

test("slow bodies to the webhook of missing sites use no memory", { timeout: 120_000 }, async (context) => {
  server = await startAttackedServer();
  const before = await server.residentMiB();
  const count = 1_900;
  const mebibyte = 1024 * 1024;
  // Enough clients to exceed the limit of one.
  const sockets = await openConnections(server.port, count, (index) => client(index % 10));
  let over = false;
  const reading = readsDuring(() => over);
  let highest = before;
  sockets.forEach((socket, index) => {
    const lines = [`POST /api/public/v1/webhooks/svc.payments/nobody-${index} HTTP/1.1`, "host: x", `content-length: ${mebibyte}`];
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  });
  for (let round = 0; round < 16; round += 1) {
    for (const socket of sockets) if (!socket.destroyed) socket.write(Buffer.alloc(64 * 1024 - 1, "x"));
    await wait(250);
    highest = Math.max(highest, await server.residentMiB());
  }
  over = true;
  const statuses = await reading;
  closeAll(sockets);
  // The clients sent up to 1.9 GB.
  expect(highest - before).toBeLessThan(200);
  expect(new Set(statuses)).toEqual(new Set([200]));
  recordAttack(context, {
    attack: "Slow bodies of 1 MiB to the webhook of sites that do not exist",
    unit: "connections",
    tried: count,
    promise: "the process grew by less than 200 MiB, every other read succeeded",
  });
});

test("slow bodies to an operation use no more than the shared budget", { timeout: 120_000 }, async (context) => {
  server = await startAttackedServer();
  const before = await server.residentMiB();
  const count = 1_500;
  const bytes = 250 * 1024;
  const sockets = await openConnections(server.port, count, (index) => client(index % 30));
  let over = false;
  const reading = readsDuring(() => over);
  let highest = before;
  for (const socket of sockets) {
    const lines = ["POST /api/public/v1/signup HTTP/1.1", "host: x", "content-type: application/json", `content-length: ${bytes}`];
    socket.write(`${lines.join("\r\n")}\r\n\r\n{`);
  }
  // All but the end of each.
  for (let sent = 1; sent < bytes - 25_000; sent += 25_000) {
    for (const socket of sockets) if (!socket.destroyed) socket.write(Buffer.alloc(25_000, " "));
    await wait(250);
    highest = Math.max(highest, await server.residentMiB());
  }
  over = true;
  const statuses = await reading;
  closeAll(sockets);
  // 64 MiB, the operating system's pieces, and garbage that is not collected yet.
  expect(highest - before).toBeLessThan(350);
  expect(new Set(statuses)).toEqual(new Set([200]));
  recordAttack(context, {
    attack: "Slow bodies of 250 KiB to an operation, from thirty addresses",
    unit: "connections",
    tried: count,
    promise: "the process grew by less than 350 MiB, every other read succeeded",
  });
});

test("idle connections of one address leave room for all others", { timeout: 120_000 }, async (context) => {
  server = await startAttackedServer();
  const sockets = await openConnections(server.port, 2_000, () => client(0));
  const statuses = [];
  for (let probes = 0; probes < 100; probes += 1) statuses.push(await readPage());
  expect(new Set(statuses)).toEqual(new Set([200]));
  closeAll(sockets);
  recordAttack(context, {
    attack: "Idle connections of one address",
    unit: "connections",
    tried: 2_000,
    promise: "every read of others succeeded",
  });
});

test("idle connections of many addresses are closed when others come", { timeout: 120_000 }, async (context) => {
  server = await startAttackedServer();
  const count = 4_000;
  let over = false;
  const reading = readsDuring(() => over);
  const sockets = await openConnections(server.port, count, (index) => client(index % 40));
  // Each sends one request and then keeps its connection.
  for (const socket of sockets) if (!socket.destroyed) socket.write("GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n");
  await wait(3_000);
  over = true;
  const statuses = await reading;
  for (let probes = 0; probes < 50; probes += 1) statuses.push(await readPage());
  closeAll(sockets);
  expect(new Set(statuses)).toEqual(new Set([200]));
  recordAttack(context, {
    attack: "Idle connections of forty addresses, twice the limit",
    unit: "connections",
    tried: count,
    promise: "every read of others succeeded",
  });
});
