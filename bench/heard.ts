import Fastify from "fastify";
import { statementOf } from "../server/src/adapters/sql-text.ts";
import { systemClock } from "../server/src/adapters/system.ts";
import type { Deps } from "../server/src/deps.ts";
import * as catalog from "../server/src/features/catalog/index.ts";
import { getPage } from "../server/src/features/content/index.ts";
import { readKey } from "../server/src/features/sites/read-key.ts";
import type { App } from "../server/src/lib/operation.ts";
import { PublishedAnswers } from "../server/src/lib/published-answer.ts";
import { Turns } from "../server/src/lib/turns.ts";
import { compileValidation } from "../server/src/lib/validation.ts";
import type { Database, Sql, SqlValue } from "../server/src/ports/database.ts";
import type { Read } from "./exchange.ts";

/** What the server sends to its database, as the driver sends it. */
export interface Statement {
  name: string;
  text: string;
  values: SqlValue[];
}

/** The one statement that each read is answered from, taken from the operations themselves by a handle that listens. */
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
    const [statement, ...others] = heard;
    if (statusCode !== 200 || !statement || others.length > 0) {
      throw new Error(`${path} is answered with ${statusCode} from ${heard.length} statements. It was to be 200 from one.`);
    }
    statements.push(statement);
  }
  await app.close();
  return statements;
}

/** The operations that are measured, without the pipeline before them, and without memory. */
function operations(database: Database, sql: Sql): App {
  const app: App = Fastify();
  const deps = {
    sql,
    clock: systemClock,
    answers: new PublishedAnswers(0, {}, systemClock),
    sites: { noticeVersions: () => undefined },
    turns: new Turns({ atOnce: 1, maxWaiting: 1 }),
    publicUrl: "http://localhost",
  } as unknown as Deps;
  app.setValidatorCompiler(({ schema, httpPart }) => compileValidation({ schema, ...(httpPart ? { httpPart } : {}) }));
  app.decorateRequest("site");
  app.addHook("preValidation", async (request) => {
    Object.assign(request, { site: await readKey(database, String(request.headers["x-api-key"])) });
    request.raw.requestId = request.id;
    const params = request.params as Record<string, string> | undefined;
    if (params?.["*"] !== undefined) params.slug = params["*"];
  });
  void app.register(async (cms: App) => getPage(cms, deps), { prefix: "/api/public/v1" });
  void app.register(
    async (shop: App) => {
      catalog.listProducts(shop, deps);
      catalog.getProductBySlug(shop, deps);
      catalog.getProduct(shop, deps);
      catalog.listCategories(shop, deps);
      catalog.getCategoryBySlug(shop, deps);
      catalog.getCategory(shop, deps);
      catalog.listPlans(shop, deps);
    },
    { prefix: "/api/v1/shop" },
  );
  return app;
}
