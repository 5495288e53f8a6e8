/** The values of a `${…}` in a statement. Arrays are PostgreSQL arrays; JSON is passed as text and cast. */
export type SqlValue = string | number | boolean | null | Date | Uint8Array | readonly (string | number | boolean | null | Date)[];

/**
 * Runs one statement: sql<{ id: string }>`select id from sites where slug = ${slug}`. Every `${…}` is a bound parameter,
 * never text, so a statement cannot be put together from input.
 */
export type Sql = <Row extends object = Record<never, never>>(
  strings: TemplateStringsArray,
  ...values: readonly SqlValue[]
) => Promise<Row[]>;

export interface Transaction extends Sql {
  /** Runs a file of statements without parameters: migrations only. */
  script(statements: string): Promise<void>;
}

/** The connections of this process. */
interface PoolUse {
  /** Open now, in use or not. */
  total: number;
  idle: number;
  /** The number of statements and transactions that wait for one. */
  waiting: number;
  /** The maximum. */
  max: number;
}

/** A PostgreSQL, embedded or a server. Both adapters pass the same tests. */
export interface Database extends Sql {
  /** Commits everything that `work` writes through its own handle, or nothing. Using the outer handle inside is an error. */
  begin<T>(work: (tx: Transaction) => Promise<T>, options?: { statementTimeoutMs?: number }): Promise<T>;
  /** Calls back for every notification on the channel, until closed. Notifications may be lost: never rely on one. */
  listen(channel: string, onNotification: (payload: string) => void): Promise<void>;
  close(): Promise<void>;
  /** The current use of connections. Absent for the embedded database, which has none. */
  pool?(): PoolUse;
  /** True while a transaction of this process keeps all others from committing: the embedded database only. */
  isHeldExclusively(): boolean;
  /** For messages to people: never contains a password. */
  readonly description: string;
}

/** The database cannot be reached, is starting or stopping, or has no disk space. Callers may retry later. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
}

/** The SQLSTATE of an error that PostgreSQL raised, if it is one. https://www.postgresql.org/docs/15/errcodes-appendix.html */
export function sqlState(error: unknown): string | undefined {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/** Whether a statement failed since another row has its unique values. */
export function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === "23505";
}

/** True for a failure of the server and not of the statement: connection, shutdown, disk, memory, or a transaction that waited too long. */
export function isUnavailability(error: unknown): boolean {
  const state = sqlState(error);
  return state !== undefined && /^(08|53|57P|58|25P03)/.test(state);
}
