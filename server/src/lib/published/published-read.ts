import type { Static, TObject, TSchema } from "typebox";
import type { Operation, OperationSpec } from "../http/operation.ts";
import type { Clock } from "../../ports/clock.ts";
import {
  type PublishedAnswers,
  writePublished,
  type PublishedAnswer,
  type PublishedContent,
  type PublishedRequest,
} from "./published-answer.ts";
import type { Sql } from "../../ports/database.ts";
import type { PublishedSource } from "./published-source.ts";
import { explainHeader } from "./cache-explanation.ts";
import { ProblemError } from "../http/problem.ts";
import { previewHeader, previewNotFound, previewProblems, type PreviewedReads, type PreviewParts } from "./previewed-reads.ts";
import { SharedRuns } from "./shared-runs.ts";
import type { ConcurrencyLimiter } from "../limits/concurrency-limiter.ts";
import type { Site, SiteVersions } from "../site.ts";

/** The parts of the server that published reads need. */
export interface PublishedReadDeps {
  answers: PublishedAnswers;
  published: PublishedSource;
  previewed: PreviewedReads;
  sites: { noticeVersions(site: Site, seen: Partial<SiteVersions>): boolean };
  clock: Clock;
  /** By site. */
  siteLimiter: ConcurrencyLimiter;
}

type PublishedWords = Pick<OperationSpec, "id" | "path" | "tags" | "summary" | "description" | "problems"> & {
  response: { 200: TSchema };
};
type Of<Schema> = Schema extends TObject ? Static<Schema> : unknown;

/**
 * An operation that shows published content to holders of the site's public key, from the cache when possible. `key`
 * reduces a request to all that its response depends on besides the site's content, or throws a problem. `read` reads the
 * content, each part in one statement with its version; it sees only the site and the key, and `sql` may be a replica. With a preview
 * token, it is the transaction in which the previewed release is tried out; nothing of that is cached with what is published.
 */
export function publishedRead<
  Key extends Readonly<Record<string, string | number | undefined>>,
  Needs extends { sql: Sql },
  Params extends TObject | undefined = undefined,
  Query extends TObject | undefined = undefined,
>(
  words: PublishedWords & { params?: Params; query?: Query },
  key: (request: { site: Site; params: Of<Params>; query: Of<Query> }) => Key,
  read: (deps: Needs, site: Site, key: Key) => Promise<PublishedContent>,
): Operation<PublishedReadDeps & Needs> {
  const { id } = words;
  return {
    ...words,
    problems: [...words.problems, ...previewProblems],
    // The response is complete bytes already; compiling a serialiser for it would only cost start-up time.
    method: "GET",
    access: "key",
    cors: "site",
    published: true,
    unserialised: true,
    behaviour: (deps) => {
      const { answers, published, previewed, sites, clock, siteLimiter } = deps;
      const reading = new SharedRuns<PublishedAnswer>(clock);

      const readShared = (request: PublishedRequest, parsedKey: Key): Promise<PublishedAnswer> => {
        const { site, key: canonical } = request;
        // With the versions: nobody gets what was read before a change that they may know of.
        const versions = `${site.generation} ${site.contentVersion} ${site.catalogVersion} ${site.stockVersion}`;
        return reading.run(`${site.id} ${versions} ${canonical}`, async () => {
          const content = await siteLimiter.run(site.id, () => published.read(site, (sql) => read({ ...deps, sql }, site, parsedKey)));
          return answers.put(request, content, sites.noticeVersions(site, content));
        });
      };

      const readPreview = async (request: PublishedRequest, token: string, parsedKey: Key): Promise<PublishedAnswer> => {
        const work = (parts: PreviewParts) => read({ ...deps, ...parts }, request.site, parsedKey);
        return answers.passing(request, await previewed.read({ ...request, token }, work));
      };

      return async (request, reply) => {
        const { site, raw } = request;
        const parsedKey = key({ site, params: request.params as Of<Params>, query: request.query as Of<Query> });
        const asked: PublishedRequest = { site, operationId: id, key: JSON.stringify(parsedKey) };
        const { "if-match": ifMatch, "if-none-match": ifNoneMatch, origin, [previewHeader]: token } = raw.headers;
        const explainedTo = raw.headers[explainHeader] === undefined ? undefined : site;
        const writing = { ifMatch, ifNoneMatch, origin, versions: site, explainedTo };
        if (token === undefined) {
          const cachedAnswer = answers.get(asked);
          const answer = cachedAnswer ?? (await readShared(asked, parsedKey));
          answers.indexUrl(asked, raw.url ?? "", answer);
          writePublished(raw, reply.raw, answer, { ...writing, cache: cachedAnswer ? "hit" : answers.outcomeOfRead });
        } else {
          // At a host of the site, behind which caches stand, there are no previews.
          if (raw.apiHost) throw new ProblemError(previewNotFound);
          // What it shows is not published, and so are the tags.
          const answer = await readPreview(asked, String(token), parsedKey);
          writePublished(raw, reply.raw, answer, { ...writing, explainedTo: undefined, cache: "off" });
        }
        reply.hijack();
      };
    },
  };
}
