import type { Database, Transaction } from "../../ports/database.ts";

/** Carries a result out of a transaction that is undone. */
class Undone<T> extends Error {
  readonly result: T;
  constructor(result: T) {
    super("undone");
    this.result = result;
  }
}

/** Resolves with what `work` finds in a transaction that keeps nothing of what it writes. */
export async function tryOut<T>(
  sql: Database,
  work: (tx: Transaction) => Promise<T>,
  options: { statementTimeoutMs?: number } = {},
): Promise<T> {
  let undone: Undone<T> | undefined;
  try {
    await sql.begin(async (tx) => {
      throw (undone = new Undone(await work(tx)));
    }, options);
  } catch (error) {
    if (undone !== undefined && error === undone) return undone.result;
    throw error;
  }
  throw new Error("A transaction that is undone was committed.");
}
