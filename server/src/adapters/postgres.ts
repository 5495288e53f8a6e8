import pg from "pg";
import { DatabaseUnavailable, isUnavailability, type Database, type Sql, type SqlValue, type Transaction } from "../ports/database.ts";
import { NamedQuery } from "./named-query.ts";
import { statementOf } from "./sql-text.ts";
import { transactionGuard } from "./transaction-guard.ts";

export interface PostgresOptions {
  url: string;
  /** Bypasses a pooler, if `url` leads to one: notifications need a connection of their own. Absent: `url`. */
  directUrl?: string | undefined;
  /** The maximum size of the pool. */
  poolSize: number;
  /**
   * False behind a pooler that assigns a connection for one transaction only. The server then uses no feature of a connection that
   * outlives a transaction: no prepared statement, and no limit but the transaction's own. Single statements have the
   * limits that the role has.
   */
  preparedStatements: boolean;
  /** Called with errors of idle connections, which have no caller. */
  onIdleError(error: Error): void;
}

const reconnectMs = 500;
const statementTimeoutMs = 2_000;
// Longer than the server's own limit: a connection that died silently, behind a failed-over host or a firewall that
// dropped it, would otherwise never return to the pool.
const silenceMs = 1_000;
const limits = { statement_timeout: statementTimeoutMs, lock_timeout: 1_000, idle_in_transaction_session_timeout: 5_000 };
// Just-in-time compilation takes 80 ms and more of a query over many entries, and saves less than it takes: it is made for reports.
const withoutJit = { options: "-c jit=off" };

/**
 * A client whose lost connection cannot end the process: an `error` event without a listener would. It has a listener from
 * the first moment to the last, also while a pool hands it on, and the event is enough: running statements fail on their own.
 */
export class HeardClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on("error", () => undefined);
  }
}

/** PostgreSQL 15 or newer over the network. Fails with DatabaseUnavailable when it cannot be reached within two seconds. */
export function connectPostgres(options: PostgresOptions): Database {
  const connection = {
    connectionString: options.url,
    application_name: "vitrine",
    connectionTimeoutMillis: 2_000,
    keepAlive: true,
  };
  const pool = new pg.Pool({
    ...connection,
    Client: HeardClient,
    max: options.poolSize,
    query_timeout: statementTimeoutMs + silenceMs,
    ...(options.preparedStatements ? { ...limits, ...withoutJit } : {}),
  });
  // A pool without this listener takes the whole process down when the server restarts.
  pool.on("error", options.onIdleError);

  const run = async <Row extends object>(
    on: pg.Pool | pg.PoolClient,
    strings: TemplateStringsArray,
    values: readonly SqlValue[],
    timeoutMs = statementTimeoutMs,
  ): Promise<Row[]> => {
    const { text, name } = statementOf(strings);
    try {
      const withinMs = timeoutMs + silenceMs;
      if (options.preparedStatements) return await runNamed<Row>(on, new NamedQuery({ name, text }, values, withinMs));
      return (await on.query<Row>({ text, values: values as unknown[], query_timeout: withinMs } as pg.QueryConfig)).rows;
    } catch (error) {
      throw asPortError(error);
    }
  };

  const sql: Sql = (strings, ...values) => {
    transactionGuard.refuseOuterHandle();
    return run(pool, strings, values);
  };

  const begin: Database["begin"] = async (work, { statementTimeoutMs: timeoutMs = statementTimeoutMs } = {}) => {
    transactionGuard.refuseOuterHandle();
    const client = await pool.connect().catch((error: unknown) => {
      throw asPortError(error);
    });
    let broken: Error | undefined;
    try {
      await client.query(beginning(options, timeoutMs));
      const tx: Transaction = Object.assign(((strings, ...values) => run(client, strings, values, timeoutMs)) as Sql, {
        script: async (statements: string) =>
          void (await client.query({ text: statements, query_timeout: timeoutMs + silenceMs } as pg.QueryConfig)),
      });
      const result = await transactionGuard.run(() => work(tx));
      // After a failed statement a transaction keeps nothing, and only the response shows it.
      const { command } = await client.query("commit");
      if (command !== "COMMIT") throw new Error("A statement of the transaction failed without an error.");
      return result;
    } catch (error) {
      await client.query("rollback").catch((rollbackError: Error) => (broken = rollbackError));
      throw asPortError(error);
    } finally {
      client.release(broken);
    }
  };

  let closed = false;
  const listeners: pg.Client[] = [];
  const listen = async (channel: string, onNotification: (payload: string) => void): Promise<void> => {
    const client = new HeardClient({ ...connection, connectionString: options.directUrl ?? options.url });
    const retry = () => {
      const index = listeners.indexOf(client);
      if (index >= 0) listeners.splice(index, 1);
      void client.end().catch(() => undefined);
      if (!closed) setTimeout(() => void (closed || listen(channel, onNotification)), reconnectMs).unref();
    };
    let failed = false;
    const failOnce = () => {
      if (!failed) retry();
      failed = true;
    };
    client.on("error", failOnce);
    client.on("end", () => closed || failOnce());
    client.on("notification", ({ payload }) => onNotification(payload ?? ""));
    try {
      await client.connect();
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      // The connection may have ended together with the response.
      if (!failed) listeners.push(client);
    } catch {
      failOnce();
    }
  };

  return Object.assign(sql, {
    begin,
    listen,
    close: async () => {
      closed = true;
      await Promise.all([pool.end(), ...listeners.map((client) => client.end())]);
    },
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount, max: options.poolSize }),
    isHeldExclusively: () => false,
    description: describe(options.url),
  });
}

/** pg calls back where it is given a query of another class, and its types do not know that. */
function runNamed<Row extends object>(on: pg.Pool | pg.PoolClient, query: NamedQuery<Row>): Promise<Row[]> {
  type Run = (query: NamedQuery<Row>, callback: NonNullable<NamedQuery<Row>["callback"]>) => void;
  return new Promise((resolve, reject) => {
    (on.query as Run).call(on, query, (error, rows) => {
      if (error) reject(error);
      else resolve(rows ?? []);
    });
  });
}

/** Begins a transaction, in one round trip, with the limits that its connection lacks. */
function beginning({ preparedStatements }: PostgresOptions, timeoutMs: number): string {
  // Long work also takes longer between its statements, on a busy machine above all.
  const long = { statement_timeout: timeoutMs, idle_in_transaction_session_timeout: timeoutMs };
  const localSettings = { ...(preparedStatements ? {} : limits), ...(timeoutMs === statementTimeoutMs ? {} : long) };
  return ["begin", ...Object.entries(localSettings).map(([name, milliseconds]) => `set local ${name} = ${Math.round(milliseconds)}`)].join(
    "; ",
  );
}

function asPortError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailable) return error;
  const code = (error as { code?: string }).code ?? "";
  const network = /^(ECONN|ENOTFOUND|EAI_|EPIPE|ETIMEDOUT|EHOST|ENOENT)/.test(code);
  const driver = /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable|Client was closed/.test(
    error.message,
  );
  return network || driver || isUnavailability(error)
    ? new DatabaseUnavailable(code ? `The database does not respond (${code}).` : "The database does not respond.", { cause: error })
    : error;
}

function describe(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `PostgreSQL at ${hostname || "the local socket"}${port ? `:${port}` : ""}${pathname}`;
}
