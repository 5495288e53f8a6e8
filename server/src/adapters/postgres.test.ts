import { connect, createServer, type Server, type Socket } from "node:net";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, inject, test } from "vitest";
import { openTestDatabase } from "../../../test/kit/database.ts";
import { DatabaseUnavailable } from "../ports/database.ts";
import { connectPostgres } from "./postgres.ts";
import { longTest } from "../../../test/kit/sampled.ts";

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A PostgreSQL behind a proxy that can cut connections, or swallow everything silently. */
async function behindProxy() {
  const database = await openTestDatabase();
  const target = new URL(database.url ?? "");
  const sockets = new Set<Socket>();
  let swallow = false;
  const proxy: Server = createServer((client) => {
    const server = connect(Number(target.port || 5432), target.hostname);
    const silent = () => swallow && sockets.has(client);
    client.on("data", (chunk) => silent() || server.write(chunk));
    server.on("data", (chunk) => silent() || client.write(chunk));
    for (const socket of [client, server]) socket.on("error", () => undefined).on("close", () => (client.destroy(), server.destroy()));
  }).listen(0, "127.0.0.1");
  proxy.on("connection", (socket: Socket) => swallow || sockets.add(socket));
  await once(proxy, "listening");
  const url = Object.assign(new URL(target), { hostname: "127.0.0.1", port: String((proxy.address() as AddressInfo).port) }).href;
  const sql = connectPostgres({ url, poolSize: 2, preparedStatements: true, onIdleError: () => undefined });
  ends.push(
    () => database.drop(),
    async () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
    () => sql.close(),
  );
  return {
    sql,
    cut: () => sockets.forEach((socket) => socket.destroy()),
    /** Existing connections go silent; new ones work. */
    silence: () => (swallow = true),
  };
}

/** A message of the server, in the format of the protocol. */
const message = (type: string, body: string) => {
  const bytes = Buffer.from(body, "latin1");
  const length = Buffer.alloc(4);
  length.writeInt32BE(bytes.length + 4);
  return Buffer.concat([Buffer.from(type), length, bytes]);
};
const ready = message("Z", "I");
const answer = (command: string) => message("C", `${command}\0`);
const terminated = message("E", "SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0");

/**
 * Speaks enough PostgreSQL to respond to statements with nothing, and ends the first connection in the very segment
 * of the response to its first statement. With the sizes of these segments a real server does this once in a few hundred tries.
 */
async function terminatingServer() {
  const connections: Socket[] = [];
  const heard: string[] = [];
  const server = createServer((socket) => {
    const isFirst = connections.push(socket) === 1;
    const reply = (...parts: Buffer[]) => {
      if (!isFirst) return socket.write(Buffer.concat([...parts, ready]));
      return socket.end(Buffer.concat([...parts, ready, terminated]));
    };
    let isStarted = false;
    socket
      .on("error", () => undefined)
      .on("data", (chunk) => {
        if (!isStarted) {
          isStarted = true;
          return void socket.write(Buffer.concat([message("R", "\0\0\0\0"), ready]));
        }
        // Each request of the driver is one write: a simple query, or all of a prepared one.
        if (chunk[0] === 0x51) {
          const text = chunk.toString("latin1", 5, chunk.length - 1);
          heard.push(text);
          reply(answer((text.split(/\W/)[0] ?? "").toUpperCase()));
        } else if (chunk[0] === 0x50) reply(message("1", ""), message("2", ""), message("n", ""), answer("SELECT 0"));
      });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const uncaught: Error[] = [];
  const catchIt = (error: Error) => void uncaught.push(error);
  process.on("uncaughtException", catchIt);
  const url = `postgres://somebody@127.0.0.1:${(server.address() as AddressInfo).port}/any`;
  const sql = connectPostgres({ url, poolSize: 1, preparedStatements: true, onIdleError: () => undefined });
  ends.push(
    async () => void process.off("uncaughtException", catchIt),
    async () => {
      for (const socket of connections) socket.destroy();
      server.close();
    },
    () => sql.close(),
  );
  return { sql, uncaught, connections, heard };
}

describe("a connection that the server closes together with a response", () => {
  test("costs the transaction that received it, and not the process", async () => {
    const { sql, uncaught, connections } = await terminatingServer();
    // The only connection moves from one to the other before the rest of the segment is read.
    const outcomes = await Promise.allSettled([sql`select`, sql.begin((tx) => tx`select`)]);
    expect(outcomes[0]).toEqual({ status: "fulfilled", value: [] });
    expect(outcomes[1]).toMatchObject({ status: "rejected", reason: expect.any(DatabaseUnavailable) as unknown });
    expect(await sql.begin((tx) => tx`select`)).toEqual([]);
    expect(connections).toHaveLength(2);
    expect(uncaught).toEqual([]);
  });

  test("is replaced if it was for notifications", async () => {
    const { sql, uncaught, connections, heard } = await terminatingServer();
    const notified: string[] = [];
    await sql.listen("changes", (payload) => notified.push(payload));
    await expect.poll(() => heard, { timeout: 5_000 }).toEqual(['listen "changes"', 'listen "changes"']);
    connections[1]?.write(message("A", "\0\0\0\u0001changes\0a site\0"));
    await expect.poll(() => notified).toEqual(["a site"]);
    expect(uncaught).toEqual([]);
  });
});

describe.runIf(inject("database") === "postgres")("PostgreSQL over the network", () => {
  const ask = async (sql: Awaited<ReturnType<typeof behindProxy>>["sql"]) => (await sql<{ one: number }>`select 1 as one`)[0]?.one;

  test("a connection that is cut is replaced", async () => {
    const { sql, cut } = await behindProxy();
    expect(await Promise.all([ask(sql), ask(sql)])).toEqual([1, 1]);
    cut();
    const again = await ask(sql).catch(() => ask(sql));
    expect(again).toBe(1);
  });

  longTest("connections that died silently leave the pool", { timeout: 20_000 }, async () => {
    const { sql, silence } = await behindProxy();
    await Promise.all([ask(sql), ask(sql)]);
    silence();
    const outcomes = await Promise.allSettled([ask(sql), sql.begin((tx) => tx`select 1 as one`)]);
    for (const outcome of outcomes) expect(outcome.status === "rejected" && outcome.reason).toBeInstanceOf(DatabaseUnavailable);
    expect(await Promise.all([ask(sql), ask(sql)])).toEqual([1, 1]);
  });

  test("a transaction that fails leaves nothing, and its connection can be used again", async () => {
    const { sql } = await behindProxy();
    const failing = sql.begin(async (tx) => {
      await tx`create table half (id int)`;
      await tx`select 1 / 0`;
    });
    await expect(failing).rejects.toMatchObject({ code: "22012" });
    expect(await sql`select to_regclass('half') as half`).toEqual([{ half: null }]);
  });
});

test("the outer handle is refused inside a transaction, because it would escape it or wait for it", async () => {
  const { sql, drop } = await openTestDatabase();
  ends.push(drop);
  await expect(sql.begin(async () => sql`select 1 as one`)).rejects.toThrow("use tx");
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
});
