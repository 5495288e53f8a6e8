import type { Static, TObject, TSchema } from "typebox";
import type { App } from "./operation.ts";
import type { Clock } from "../ports/clock.ts";
import {
  type PublishedAnswers,
  writePublished,
  type PublishedAnswer,
  type PublishedContent,
  type PublishedRequest,
} from "./published-answer.ts";
import type { Sql } from "../ports/database.ts";
import type { Problem } from "./problem.ts";
import type { PublishedSource } from "./published-source.ts";
import { SharedRuns } from "./shared-runs.ts";
import type { Turns } from "./turns.ts";
import type { Site, SiteVersions } from "./site.ts";

/** What published reads need of the server. */
export interface PublishedReadDeps {
  answers: PublishedAnswers;
  published: PublishedSource;
  sites: { noticeVersions(site: Site, seen: Partial<SiteVersions>): void };
  clock: Clock;
  /** By site. */
  turns: Turns;
}

export interface PublishedRead<Params extends TObject, Query extends TObject, Key extends Readonly<Record<string, string | number>>> {
  schema: {
    operationId: string;
    tags: string[];
    summary: string;
    description?: string;
    params?: Params;
    querystring?: Query;
    response: { 200: TSchema };
  };
  problems: readonly Problem[];
  /** Reduces a request to all that its answer depends on besides what the site holds, or throws a problem. */
  key(request: { site: Site; params: Static<Params>; query: Static<Query> }): Key;
  /** Reads the answer's content through `sql`, each part in one statement with its version. It sees nothing but the site and the key. */
  read(sql: Sql, site: Site, key: Key): Promise<PublishedContent>;
}

/** Registers an operation that shows published content to holders of the site's public key, answered from memory when it can be. */
export function publishedRead<Params extends TObject, Query extends TObject, Key extends Readonly<Record<string, string | number>>>(
  app: App,
  { answers, published, sites, clock, turns }: PublishedReadDeps,
  path: string,
  { schema, problems, key, read }: PublishedRead<Params, Query, Key>,
): void {
  const { operationId } = schema;
  const reading = new SharedRuns<PublishedAnswer>(clock);

  const readShared = (request: PublishedRequest, parsedKey: Key): Promise<PublishedAnswer> => {
    const { site, key: canonical } = request;
    // With the version, since requests that were understood by other settings ask for something else.
    return reading.run(`${site.id} ${site.contentVersion} ${site.catalogVersion} ${canonical}`, async () => {
      const readAtMs = clock.monotonicMs();
      const content = await turns.run(site.id, () => published.read(site, (sql) => read(sql, site, parsedKey)));
      sites.noticeVersions(site, content);
      return answers.put(request, content, readAtMs);
    });
  };

  // The answer is complete bytes already; compiling a serialiser for it would only cost start-up time.
  const serializerCompiler = () => JSON.stringify;
  app.get(
    path,
    { schema, serializerCompiler, config: { access: "key", cors: "site", problems, published: true } },
    async (request, reply) => {
      const { site, raw } = request;
      const parsedKey = key({ site, params: request.params as Static<Params>, query: request.query as Static<Query> });
      const asked: PublishedRequest = { site, operationId, key: JSON.stringify(parsedKey) };
      const answer = answers.get(asked) ?? (await readShared(asked, parsedKey));
      answers.indexUrl(asked, raw.url ?? "", answer);
      reply.hijack();
      writePublished(raw, reply.raw, answer, { ifNoneMatch: raw.headers["if-none-match"], origin: raw.headers.origin });
    },
  );
}
