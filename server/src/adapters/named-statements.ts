import { messages, type PGlite, type types } from "@electric-sql/pglite";
import { LRUCache } from "lru-cache";
import { DatabaseError, serialize } from "pg-protocol";
import { DataRowMessage } from "pg-protocol/dist/messages.js";
import { Parser } from "pg-protocol/dist/parser.js";
import { sqlState, type SqlValue } from "../ports/database.ts";
import type { Statement } from "./sql-text.ts";

/** A statement that the engine has parsed: how to write its parameters, and how to read the columns of its rows. */
interface Prepared {
  parameters: (types.Serializer | undefined)[];
  columns: { name: string; parse: types.Parser | undefined }[];
}

/** The largest statements take 150 KiB of the engine's memory each: together 15 MiB at most. */
const mostKept = 100;
// PostgreSQL plans a statement a few times, and then goes on with one plan until the tables' statistics change. A server renews these by
// itself as tables grow, the embedded database never does: a statement that is prepared again is planned for the tables as they are now.
const keptMs = 60_000;
/** Among other things: since the statement was prepared, a change of the schema has given its rows other columns. */
const featureNotSupported = "0A000";
/** The engine's files are Node's or in memory, and need no copying to where they are kept. */
const withoutSync = { syncToFs: false };

/**
 * Runs statements as PGlite's `query` does, with the same values, rows and errors. But where `query` has each execution parsed and planned,
 * this prepares a statement once under its name, and keeps it for the next. While one runs, the caller must leave the engine to it.
 */
export class NamedStatements {
  readonly #engine: PGlite;
  readonly #kept = new LRUCache<string, Prepared>({
    max: mostKept,
    ttl: keptMs,
    dispose: (_, name) => this.#dropped.push(name),
  });
  /** The names that are kept no longer here, but by the engine: until the next statement is prepared. */
  #dropped: string[] = [];

  constructor(engine: PGlite) {
    this.#engine = engine;
  }

  async run<Row extends object>(statement: Statement, values: readonly (SqlValue | undefined)[]): Promise<Row[]> {
    const wasKept = this.#kept.has(statement.name);
    try {
      return await this.#run<Row>(statement, values);
    } catch (error) {
      if (!wasKept || sqlState(error) !== featureNotSupported) throw error;
      this.#kept.delete(statement.name);
      // The error has failed a transaction, but of a single statement nothing is left.
      if (this.#engine.isInTransaction()) throw error;
      return this.#run<Row>(statement, values);
    }
  }

  /** To be called after a change of the schema. */
  forget(): void {
    this.#kept.clear();
  }

  async #run<Row extends object>(statement: Statement, values: readonly (SqlValue | undefined)[]): Promise<Row[]> {
    const { name } = statement;
    try {
      const { parameters, columns } = this.#kept.get(name) ?? (await this.#prepare(statement));
      const texts = values.map((value, index) => {
        if (value === null || value === undefined) return null;
        return parameters[index]?.(value) ?? String(value);
      });
      await this.#send(serialize.bind({ statement: name, values: texts }));
      return rowsOf<Row>(await this.#execute(), columns);
    } finally {
      // Ends the statement, and after an error, the time in which the engine ignores what it is sent.
      await this.#send(serialize.sync());
    }
  }

  async #prepare({ name, text }: Statement): Promise<Prepared> {
    // Its own name is among them in case the engine parsed it before, and then failed to describe it. To close an unknown one is not an error.
    for (const old of [...this.#dropped.splice(0), name]) await this.#send(serialize.close({ type: "S", name: old }));
    await this.#send(serialize.parse({ name, text }));
    const prepared: Prepared = { parameters: [], columns: [] };
    for (const message of await this.#send(serialize.describe({ type: "S", name }))) {
      if (message instanceof messages.ParameterDescriptionMessage) {
        prepared.parameters = message.dataTypeIDs.map((type) => this.#engine.serializers[type]);
      } else if (message instanceof messages.RowDescriptionMessage) {
        prepared.columns = message.fields.map((field) => ({ name: field.name, parse: this.#engine.parsers[field.dataTypeID] }));
      }
    }
    if (name !== "") this.#kept.set(name, prepared);
    return prepared;
  }

  /** Each message in a call of its own: should the engine stop while it reads several, PGlite would pass it the rest for ever. */
  #send(message: Uint8Array): Promise<messages.BackendMessage[]> {
    return this.#engine.execProtocolStream(message, withoutSync);
  }

  /** The rows, and nothing that PGlite would have to see: notifications come with the end of a statement. */
  async #execute(): Promise<DataRowMessage[]> {
    const rows: DataRowMessage[] = [];
    let failure: DatabaseError | undefined;
    // PGlite's takes twice as long.
    const parser = new Parser();
    const onRawData = (bytes: Uint8Array) => {
      parser.parse(Buffer.from(bytes), (message) => {
        if (message instanceof DataRowMessage) rows.push(message);
        else if (message instanceof DatabaseError) failure = message;
      });
    };
    await this.#engine.execProtocolRawStream(serialize.execute(), { ...withoutSync, onRawData });
    if (failure) throw failure;
    return rows;
  }
}

function rowsOf<Row extends object>(answer: readonly DataRowMessage[], columns: Prepared["columns"]): Row[] {
  return answer.map(({ fields }) => {
    const row: Record<string, unknown> = {};
    columns.forEach(({ name, parse }, index) => {
      const text = fields[index] as string | null;
      row[name] = text === null || !parse ? text : parse(text);
    });
    return row as Row;
  });
}
