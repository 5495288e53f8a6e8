import { LRUCache } from "lru-cache";
import { setTimeout as pause } from "node:timers/promises";
import { tooMany, ProblemError } from "../../../lib/http/problem.ts";
import { TokenBuckets } from "../../../lib/limits/token-bucket.ts";
import { ConcurrencyLimiter } from "../../../lib/limits/concurrency-limiter.ts";
import { ValueCache } from "../../../lib/published/value-cache.ts";
import { previewBlocked, previewNotFound, type PreviewedReads, type PreviewParts } from "../../../lib/published/previewed-reads.ts";
import type { PublishedContent, PublishedRequest } from "../../../lib/published/published-answer.ts";
import { sha256 } from "../../../lib/secrets/secret.ts";
import { tryOut } from "../../../lib/sql/try-out.ts";
import type { Transaction } from "../../../ports/database.ts";
import { applyRelease, lockPublishedSite } from "./apply-release.ts";
import { inWords, publishingLimits, type ReleaseDeps } from "./publish-release.ts";

/** The release that a token shows. */
interface Previewed {
  id: string;
  revision: number;
  isPublished: boolean;
}

/** Of all sites, in one process. */
const keptBytes = 16 * 2 ** 20;
/** Of the types of one site, during one trial. */
const typeBytes = 2 ** 20;
/** Each trial of a release locks its documents: editors of these wait for as long. */
const trials = {
  atOnce: 1,
  inAll: 2,
  maxWaiting: 50,
  maxWaitMs: 10_000,
  refusal: "Too many previews of the site's releases are shown at once.",
};
/** Reads that one trial answers. */
const mostReads = 20;
/** Editors of the site have twice as long as a trial took before the next one, and at most so long. */
const [restFactor, longestRestMs] = [2, 1_000];
/** A trial waits so long for more reads: a page asks for several things at once, and an embedded database finds one token after the other. */
const gatherMs = 5;
const rate = { perSecond: 5, burst: 200 };

type Work = (parts: PreviewParts) => Promise<PublishedContent>;

/** A read that waits for a trial. */
interface Waiting {
  place: string;
  work: Work;
  resolve(content: PublishedContent): void;
  reject(error: unknown): void;
}

/**
 * Answers published reads as they will be answered after a release: carries the release out in a transaction, reads through it, and undoes it. One trial
 * answers all who wait for the same state, and whole answers are kept for as long as neither the release nor the site changes.
 */
export class ReleasePreviews implements PreviewedReads {
  readonly #deps: ReleaseDeps & { clock: { monotonicMs(): number } };
  readonly #kept = new LRUCache<string, PublishedContent>({
    maxSize: keptBytes,
    sizeCalculation: ({ json }, key) => 2 * (json.length + key.length) + 500,
  });
  /** By place: what is not there after the release. */
  readonly #missing = new LRUCache<string, ProblemError>({ max: 5_000 });
  readonly #turns = new ConcurrencyLimiter(trials);
  readonly #trials = new TokenBuckets(10_000);
  /** By state: the reads of its next trial. */
  readonly #next = new Map<string, Waiting[]>();
  /** By place: reads that wait or are being answered. */
  readonly #answering = new Map<string, Promise<PublishedContent>>();
  /** By site. */
  readonly #restsUntil = new LRUCache<string, number>({ max: 1_000 });

  constructor(deps: ReleaseDeps & { clock: { monotonicMs(): number } }) {
    this.#deps = deps;
  }

  async read(
    { site, operationId, key, token }: PublishedRequest & { token: string },
    work: (parts: PreviewParts) => Promise<PublishedContent>,
  ): Promise<PublishedContent> {
    const release = await this.#find(site.id, token);
    if (!release) throw new ProblemError(previewNotFound);
    const versions = `${site.generation} ${site.contentVersion} ${site.catalogVersion} ${site.stockVersion}`;
    const state = `${release.id} ${release.revision} ${versions}`;
    const place = `${state} ${operationId} ${key}`;
    const keptAnswer = this.#kept.get(place);
    if (keptAnswer) return keptAnswer;
    const missing = this.#missing.get(place);
    if (missing) throw missing;
    const pendingAnswer = this.#answering.get(place);
    if (pendingAnswer) return pendingAnswer;
    const answer = new Promise<PublishedContent>((resolve, reject) => this.#add(site, release, state, { place, work, resolve, reject }));
    this.#answering.set(place, answer);
    return answer.finally(() => this.#answering.delete(place));
  }

  /** Adds a read to the next trial of the state, and begins to wait for that unless others do. */
  #add(site: PublishedRequest["site"], release: Previewed, state: string, waiting: Waiting): void {
    const reads = this.#next.get(state);
    if (reads && reads.length < mostReads) return void reads.push(waiting);
    const batch = [waiting];
    this.#next.set(state, batch);
    const begin = async () => {
      const restMs = (this.#restsUntil.get(site.id) ?? 0) - this.#deps.clock.monotonicMs();
      await pause(Math.max(restMs, gatherMs));
      await this.#turns.run(site.id, async () => {
        if (this.#next.get(state) === batch) this.#next.delete(state);
        await this.#answer(site, release, batch);
      });
    };
    begin().catch((error: unknown) => {
      if (this.#next.get(state) === batch) this.#next.delete(state);
      for (const { reject } of batch) reject(error);
    });
  }

  /** Answers the reads in one trial, and in another one what a failed statement of one of them left over. */
  async #answer(site: PublishedRequest["site"], release: Previewed, batch: readonly Waiting[]): Promise<void> {
    const { clock } = this.#deps;
    const left = [...batch];
    while (left.length > 0) {
      const allowance = this.#trials.take(site.id, rate, clock.monotonicMs());
      if (!allowance.allowed) throw tooMany(allowance.retryAfterSeconds);
      const beganAtMs = clock.monotonicMs();
      let begun: Waiting | undefined;
      const answers: { waiting: Waiting; content: PublishedContent }[] = [];
      try {
        await this.#tryOut(site, release, async (parts) => {
          for (let waiting = left.shift(); waiting; waiting = left.shift()) {
            begun = waiting;
            try {
              answers.push({ waiting, content: await waiting.work(parts) });
            } catch (error) {
              // A problem is an answer, such as that something is not there after the release. Anything else may have ended the transaction.
              if (!(error instanceof ProblemError)) throw error;
              if (error.problem.status === 404) this.#missing.set(waiting.place, error);
              waiting.reject(error);
            }
          }
        });
      } catch (error) {
        // Without a read that failed, the trial itself is impossible, for all.
        if (!begun) throw error;
        begun.reject(error);
      } finally {
        const restMs = Math.min(restFactor * (clock.monotonicMs() - beganAtMs), longestRestMs);
        this.#restsUntil.set(site.id, clock.monotonicMs() + restMs);
      }
      for (const { waiting, content } of answers) {
        this.#kept.set(waiting.place, content);
        waiting.resolve(content);
      }
    }
  }

  /** The release of a token that is good for the site: looked up anew for each request. */
  async #find(siteId: string, token: string): Promise<Previewed | undefined> {
    const [release] = await this.#deps.sql<Previewed>`
      select releases.id, releases.revision, releases.state = 'PUBLISHED' as "isPublished"
      from previews
      join releases on releases.site_id = ${siteId} and releases.id = previews.release_id
      where previews.token_hash = ${sha256(token)}
        and previews.site_id = ${siteId}
        and previews.expires_at > ${this.#deps.clock.now()}
        and previews.cancelled_at is null`;
    return release;
  }

  #tryOut(site: PublishedRequest["site"], { id, isPublished }: Previewed, work: (parts: PreviewParts) => Promise<void>): Promise<void> {
    const { sql, clock, ids } = this.#deps;
    const trial = async (tx: Transaction) => {
      if (!isPublished) {
        const published = await lockPublishedSite(tx, site);
        const publishing = { actor: { kind: "JOB" }, action: "preview" } as const;
        const problems = await applyRelease(tx, { now: clock.now(), ids }, this.#deps, published, id, publishing);
        if (problems.length > 0) throw new ProblemError(previewBlocked, { detail: inWords(problems) });
      }
      // The types are those of the trial, and no other read may see them.
      await work({ sql: tx, valueCache: new ValueCache(typeBytes) });
    };
    return tryOut(sql, trial, publishingLimits);
  }
}
