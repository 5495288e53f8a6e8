import { expect, test } from "vitest";
import type { Database, Transaction } from "../../ports/database.ts";
import { hostDatabase } from "./hosted-database.ts";

test("a transaction that gets its connection after the thread has ended is undone at once", async () => {
  let connect: () => void = () => undefined;
  const connected = new Promise<void>((resolve) => (connect = resolve));
  let outcome: Promise<unknown> = Promise.resolve();
  const sql = {
    begin: (work: (tx: Transaction) => Promise<unknown>) => (outcome = connected.then(() => work({} as Transaction))),
  } as unknown as Database;
  const host = hostDatabase(sql);
  const { begin } = host.functions as unknown as { begin(options: object): Promise<number> };
  void begin({});
  await host.close();
  connect();
  await expect(outcome).rejects.toThrow(Error);
});
