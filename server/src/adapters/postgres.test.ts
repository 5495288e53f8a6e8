import { connect, createServer, type Server, type Socket } from "node:net";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, inject, test } from "vitest";
import { openTestDatabase } from "../../../test/database.ts";
import { DatabaseUnavailable } from "../ports/database.ts";
import { connectPostgres } from "./postgres.ts";

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A PostgreSQL behind a proxy whose connections can be cut, or be made to swallow everything without a word. */
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
    /** The connections that there are go silent; new ones work. */
    silence: () => (swallow = true),
  };
}

describe.runIf(inject("database") === "postgres")("PostgreSQL over the network", () => {
  const ask = async (sql: Awaited<ReturnType<typeof behindProxy>>["sql"]) => (await sql<{ one: number }>`select 1 as one`)[0]?.one;

  test("a connection that is cut is replaced", async () => {
    const { sql, cut } = await behindProxy();
    expect(await Promise.all([ask(sql), ask(sql)])).toEqual([1, 1]);
    cut();
    const again = await ask(sql).catch(() => ask(sql));
    expect(again).toBe(1);
  });

  test("connections that died without a word give their places back", { timeout: 20_000 }, async () => {
    const { sql, silence } = await behindProxy();
    await Promise.all([ask(sql), ask(sql)]);
    silence();
    const outcomes = await Promise.allSettled([ask(sql), sql.begin((tx) => tx`select 1 as one`)]);
    for (const outcome of outcomes) expect(outcome.status === "rejected" && outcome.reason).toBeInstanceOf(DatabaseUnavailable);
    expect(await Promise.all([ask(sql), ask(sql)])).toEqual([1, 1]);
  });

  test("a transaction that fails leaves nothing, and its connection works on", async () => {
    const { sql } = await behindProxy();
    const failing = sql.begin(async (tx) => {
      await tx`create table half (id int)`;
      await tx`select 1 / 0`;
    });
    await expect(failing).rejects.toMatchObject({ code: "22012" });
    expect(await sql`select to_regclass('half') as half`).toEqual([{ half: null }]);
  });
});

test("the outer handle is refused inside a transaction, which it would escape or wait for", async () => {
  const { sql, drop } = await openTestDatabase();
  ends.push(drop);
  await expect(sql.begin(async () => sql`select 1 as one`)).rejects.toThrow("use tx");
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
});
