import Fastify from "fastify";
import { statementOf } from "../server/src/adapters/sql-text.ts";
import { catalogOperations } from "../server/src/features/shop/catalog/index.ts";
import { getPage } from "../server/src/features/content/rendering/public/get-page.ts";
import { listEntries } from "../server/src/features/content/queries/public/list-entries.ts";
import { search } from "../server/src/features/content/search/public/search.ts";
import { addOperations } from "../server/src/pipeline/router.ts";
import { readKey } from "../server/src/features/server/sites/read-key.ts";
import { unknownStock } from "../server/src/lib/site.ts";
import type { App } from "../server/src/lib/http/operation.ts";
import { compileValidation } from "../server/src/lib/http/validation.ts";
import type { Database, Sql, SqlValue } from "../server/src/ports/database.ts";
import { assembleForBench } from "./assembled.ts";
import type { Read } from "./exchange.ts";

/** The server's statements, as the driver sends them. */
export interface Statement {
  name: string;
  text: string;
  values: SqlValue[];
}

/**
 * The statement of each read, recorded by a handle under the operations themselves; of a search the one that finds documents,
 * but not the one that reads the fields of the type, which Vitrine keeps.
 */
export async function hearStatements(database: Database, reads: readonly Read[]): Promise<Statement[]> {
  let heard: Statement[] = [];
  const listening: Sql = (strings, ...values) => {
    heard.push({ ...statementOf(strings), values: [...values] });
    return database(strings, ...values);
  };
  const app = operations(database, listening);
  const statements: Statement[] = [];
  for (const { path, headers } of reads) {
    heard = [];
    const { statusCode } = await app.inject({ url: path, headers });
    const ofQuery = heard.filter(({ text }) => /^\s*with\s+(?:matching|content_wanted)\b/.test(text));
    const [statement, ...others] = ofQuery.length > 0 ? ofQuery : heard;
    if (statusCode !== 200 || !statement || others.length > 0) {
      throw new Error(`${path} returned ${statusCode} from ${heard.length} statements instead of 200 from one.`);
    }
    statements.push(statement);
  }
  await app.close();
  return statements;
}

/** The measured operations, without the pipeline before them, and without a cache. */
function operations(database: Database, sql: Sql): App {
  const app: App = Fastify();
  const { begin, listen, close, isHeldExclusively, description } = database;
  const { deps } = assembleForBench({ sql: Object.assign(sql, { begin, listen, close, isHeldExclusively, description }) });
  app.setValidatorCompiler(({ schema, httpPart }) => compileValidation({ schema, ...(httpPart ? { httpPart } : {}) }));
  app.decorateRequest("site");
  app.addHook("preValidation", async (request) => {
    // The directory of sites did not read it, and gave it no generation.
    const site = await readKey(database, String(request.headers["x-api-key"]));
    Object.assign(request, { site: { ...site, generation: 0, stockVersion: unknownStock } });
    request.raw.requestId = request.id;
    const params = request.params as Record<string, string> | undefined;
    if (params?.["*"] !== undefined) params.slug = params["*"];
  });
  addOperations(app, [getPage, listEntries, search, ...catalogOperations], deps);
  return app;
}
