/** The transactions whose effects a statement saw (`pg_snapshot` of PostgreSQL). */
export interface Snapshot {
  /** All transactions before it are seen or undone. */
  xmin: bigint;
  /** No transaction from it on is seen. */
  xmax: bigint;
  /** Those in between that were still running. */
  running: ReadonlySet<bigint>;
}

const form = /^(\d{1,19}):(\d{1,19}):((?:\d{1,19}(?:,\d{1,19})*)?)$/;
// PostgreSQL refuses larger ones.
const mostTransactions = 2n ** 63n;

/** Reads a snapshot in PostgreSQL's form. Undefined: PostgreSQL would not read it. */
export function readSnapshot(text: string): Snapshot | undefined {
  const [, xminText, xmaxText, runningText = ""] = form.exec(text) ?? [];
  if (xminText === undefined || xmaxText === undefined) return undefined;
  const [xmin, xmax] = [BigInt(xminText), BigInt(xmaxText)];
  const running = runningText === "" ? [] : runningText.split(",").map(BigInt);
  const isSorted = running.every((one, index) => one >= xmin && one < xmax && (index === 0 || one > (running[index - 1] ?? one)));
  if (xmin < 1n || xmax < xmin || xmax >= mostTransactions || !isSorted) return undefined;
  return { xmin, xmax, running: new Set(running) };
}

/** Whether the snapshot shows what the transaction has committed. */
export function isSeenIn(snapshot: Snapshot, transaction: bigint): boolean {
  return transaction < snapshot.xmin || (transaction < snapshot.xmax && !snapshot.running.has(transaction));
}
