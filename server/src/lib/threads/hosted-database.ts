import type { SqlValue, Transaction, Database } from "../../ports/database.ts";
import type { CallHost } from "./serve-thread.ts";
import type { HostFunctions } from "./threads.ts";

interface Statement {
  /** Of the transaction. Absent: none. */
  transaction: number | undefined;
  strings: readonly string[];
  values: readonly SqlValue[];
}

interface Open {
  tx: Transaction;
  end(how: "commit" | "rollback"): void;
  ended: Promise<void>;
}

/** An error that undoes a transaction for a thread. */
class RolledBack extends Error {}

/** One array for each text: adapters know a statement by the identity of its array. The texts are those of the program, so they are few. */
const templates = new Map<string, TemplateStringsArray>();

function templateOf(strings: readonly string[]): TemplateStringsArray {
  const key = strings.join("$");
  const knownTemplate = templates.get(key);
  if (knownTemplate) return knownTemplate;
  const template = Object.assign([...strings], { raw: strings }) as unknown as TemplateStringsArray;
  templates.set(key, template);
  return template;
}

/** The functions by which a thread uses a database of this one. `close` undoes what the thread has left open. */
export function hostDatabase(sql: Database): { functions: HostFunctions; close(): Promise<void> } {
  const open = new Map<number, Open>();
  let nextId = 0;
  let isClosed = false;
  const end = async (id: number, how: "commit" | "rollback") => {
    const transaction = open.get(id);
    open.delete(id);
    transaction?.end(how);
    await transaction?.ended;
  };
  const functions = {
    statement: ({ transaction, strings, values }: Statement) => {
      const handle = transaction === undefined ? sql : open.get(transaction)?.tx;
      if (!handle) throw new Error("The transaction has ended.");
      return handle(templateOf(strings), ...values);
    },
    begin: (options: { statementTimeoutMs?: number }) =>
      new Promise<number>((opened, failed) => {
        const ended = sql.begin(
          (tx) =>
            new Promise<void>((commit, rollBack) => {
              // The thread may have ended while this waited for a connection.
              if (isClosed) return rollBack(new RolledBack());
              open.set((nextId += 1), { tx, ended: settled, end: (how) => (how === "commit" ? commit() : rollBack(new RolledBack())) });
              opened(nextId);
            }),
          options,
        );
        const settled: Promise<void> = ended.catch((error: unknown) => {
          if (error instanceof RolledBack) return;
          failed(error instanceof Error ? error : new Error(String(error)));
          throw error;
        });
        // Whoever ends the transaction hears of its failure.
        settled.catch(() => undefined);
      }),
    end,
  };
  return {
    functions,
    close: async () => {
      isClosed = true;
      await Promise.allSettled([...open.keys()].map((id) => end(id, "rollback")));
    },
  };
}

/** The same database in the thread, for statements and transactions alone. */
export function databaseOf(call: CallHost): Database {
  const handle = (transaction?: number) =>
    (<Row>(strings: TemplateStringsArray, ...values: readonly SqlValue[]) =>
      call("statement", { transaction, strings: [...strings], values } satisfies Statement) as Promise<Row[]>) as Transaction;
  const begin: Database["begin"] = async (work, options = {}) => {
    const id = (await call("begin", options)) as number;
    try {
      const result = await work(handle(id));
      await call("end", id, "commit");
      return result;
    } catch (error) {
      await call("end", id, "rollback");
      throw error;
    }
  };
  return Object.assign(handle(), {
    begin,
    listen: () => Promise.reject(new Error("A thread hears no notifications.")),
    close: () => Promise.resolve(),
    isHeldExclusively: () => false,
    description: "the database of another thread",
  });
}
