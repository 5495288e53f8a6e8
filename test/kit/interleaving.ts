import type { Scheduler } from "fast-check";
import type { Database, Sql } from "../../server/src/ports/database.ts";
import type { Processor } from "../../server/src/ports/processor.ts";

/** The number of statements that wait for a lock at present. */
export type CountBlocked = () => Promise<number>;

const patience = 100;

/**
 * Runs several things at once in an order that a scheduler decides: each waits before every statement, begin, commit
 * and call to the processor until it may go on. The next one goes on when all others wait, for the scheduler or
 * for a lock, so that one order is always the same.
 */
export class Stage {
  #scheduler: Scheduler | undefined;
  /** Unfinished strands. */
  #live = 0;
  #inTransactions = 0;
  #outside = 0;

  /** Resolves when it is this one's turn; at once if nothing is played. */
  async turn(label: string): Promise<void> {
    await this.#scheduler?.schedule(Promise.resolve(), label);
  }

  /**
   * Plays acts, each with its number of strands, to the end of all of them. An act may fail: the
   * result has the outcome of each.
   */
  async play(
    scheduler: Scheduler,
    acts: readonly { strands?: number; act(): Promise<unknown> }[],
    countBlocked: CountBlocked,
  ): Promise<PromiseSettledResult<unknown>[]> {
    this.#scheduler = scheduler;
    this.#live = 0;
    let isOver = false;
    const playing = Promise.allSettled(
      acts.map(async ({ strands = 1, act }) => {
        this.#live += 1;
        try {
          await this.turn("begin");
          this.#live += strands - 1;
          return await act();
        } finally {
          // Acts with several strands report it themselves.
          if (strands === 1) this.#live -= 1;
        }
      }),
    ).finally(() => (isOver = true));
    let blocked = 0;
    while (!isOver) {
      const isStill = () => scheduler.count() > 0 && scheduler.count() + blocked >= this.#live;
      for (let polls = 0; polls < patience && !isOver; polls += 1) {
        // Mostly this is known without a query: a turn of the event loop costs less than a statement.
        for (let rounds = 0; rounds < 20 && !isStill(); rounds += 1) await new Promise((resolve) => setImmediate(resolve));
        blocked = await countBlocked();
        if (isStill()) break;
      }
      if (scheduler.count() > 0) await scheduler.waitNext(1);
    }
    this.#scheduler = undefined;
    while (scheduler.count() > 0) await scheduler.waitNext(1);
    return playing;
  }

  /** A strand of an act with several has ended. */
  strandEnds(): void {
    this.#live -= 1;
  }

  /** On the embedded database, where an open transaction delays everything else. */
  readonly countQueued: CountBlocked = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return this.#inTransactions > 0 ? this.#outside : 0;
  };

  sql(database: Database): Database {
    const { listen, close, isHeldExclusively, description } = database;
    const outer: Sql = async <Row extends object>(...statement: Parameters<Sql>) => {
      await this.turn(nameOf(statement[0]));
      this.#outside += 1;
      try {
        const rows = await database<Row>(...statement);
        // Nothing was left to check: this was the last step of this strand.
        if (rows.length === 0 && statement[0].join().includes("min(payments.check_at)")) this.strandEnds();
        return rows;
      } finally {
        this.#outside -= 1;
      }
    };
    const begin: Database["begin"] = async (work, options) => {
      await this.turn("begin transaction");
      this.#outside += 1;
      let isOpen = false;
      try {
        return await database.begin(async (tx) => {
          isOpen = true;
          this.#outside -= 1;
          this.#inTransactions += 1;
          const inner: Sql = async <Row extends object>(...statement: Parameters<Sql>) => {
            await this.turn(nameOf(statement[0]));
            return tx<Row>(...statement);
          };
          const result = await work(Object.assign(inner, { script: tx.script }));
          await this.turn("commit");
          return result;
        }, options);
      } finally {
        if (isOpen) this.#inTransactions -= 1;
        else this.#outside -= 1;
      }
    };
    return Object.assign(outer, { begin, listen, close, isHeldExclusively, description });
  }

  processor({ open, read, end, refund, findRefund, close, ...events }: Processor): Processor {
    return {
      ...events,
      open: (...args) => this.turn("open").then(() => open(...args)),
      read: (...args) => this.turn("read").then(() => read(...args)),
      end: (...args) => this.turn("end").then(() => end(...args)),
      refund: (...args) => this.turn("refund").then(() => refund(...args)),
      findRefund: (...args) => this.turn("find refund").then(() => findRefund(...args)),
      close,
    };
  }
}

function nameOf(strings: readonly string[]): string {
  return strings.join("?").trim().replaceAll(/\s+/g, " ").slice(0, 40);
}
