import { LRUCache } from "lru-cache";
import { tooMany, ProblemError } from "../../lib/http/problem.ts";
import { TokenBuckets } from "../../lib/limits/token-bucket.ts";
import { Turns } from "../../lib/limits/turns.ts";
import { KeptValues } from "../../lib/published/kept-values.ts";
import { previewBlocked, previewNotFound, type PreviewedReads, type PreviewParts } from "../../lib/published/previewed-reads.ts";
import type { PublishedContent, PublishedRequest } from "../../lib/published/published-answer.ts";
import { sha256 } from "../../lib/secrets/secret.ts";
import { tryOut } from "../../lib/sql/try-out.ts";
import type { Transaction } from "../../ports/database.ts";
import { carryOut, holdPublishedSite } from "./carry-out.ts";
import { inWords, publishingLimits, type ReleaseDeps } from "./publish-release.ts";

/** The release that a token shows. */
interface Previewed {
  id: string;
  revision: number;
  isPublished: boolean;
}

/** Of all sites, in one process. */
const keptBytes = 16 * 2 ** 20;
/** Of the types of one site, while one request is answered. */
const typeBytes = 2 ** 20;
/** Each trial of a release holds its documents: editors of these wait for as long. */
const trials = {
  atOnce: 1,
  inAll: 2,
  maxWaiting: 50,
  maxWaitMs: 10_000,
  refusal: "Too many previews of the site's releases are shown at once.",
};
const rate = { perSecond: 5, burst: 200 };

/**
 * Answers published reads as they will be answered after a release: carries the release out in a transaction, reads through it, and undoes it. Whole
 * answers are kept for as long as neither the release nor the site changes.
 */
export class ReleasePreviews implements PreviewedReads {
  readonly #deps: ReleaseDeps & { clock: { monotonicMs(): number } };
  readonly #kept = new LRUCache<string, PublishedContent>({
    maxSize: keptBytes,
    sizeCalculation: ({ json }, key) => 2 * (json.length + key.length) + 500,
  });
  readonly #turns = new Turns(trials);
  readonly #trials = new TokenBuckets(10_000);

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
    const place = `${release.id} ${release.revision} ${versions} ${operationId} ${key}`;
    const kept = this.#kept.get(place);
    if (kept) return kept;
    return this.#turns.run(site.id, async () => {
      const meanwhile = this.#kept.get(place);
      if (meanwhile) return meanwhile;
      const allowance = this.#trials.take(site.id, rate, this.#deps.clock.monotonicMs());
      if (!allowance.allowed) throw tooMany(allowance.retryAfterSeconds);
      const content = await this.#tryOut(site, release, work);
      this.#kept.set(place, content);
      return content;
    });
  }

  /** The release of a token that is good for the site: looked up anew for each request. */
  async #find(siteId: string, token: string): Promise<Previewed | undefined> {
    const [found] = await this.#deps.sql<Previewed>`
      select releases.id, releases.revision, releases.state = 'PUBLISHED' as "isPublished"
      from previews
      join releases on releases.site_id = ${siteId} and releases.id = previews.release_id
      where previews.token_hash = ${sha256(token)}
        and previews.site_id = ${siteId}
        and previews.expires_at > ${this.#deps.clock.now()}
        and previews.cancelled_at is null`;
    return found;
  }

  #tryOut(
    site: PublishedRequest["site"],
    { id, isPublished }: Previewed,
    work: (parts: PreviewParts) => Promise<PublishedContent>,
  ): Promise<PublishedContent> {
    const { sql, clock, ids } = this.#deps;
    const trial = async (tx: Transaction) => {
      if (!isPublished) {
        const published = await holdPublishedSite(tx, site);
        const publishing = { actor: { kind: "JOB" }, action: "preview" } as const;
        const problems = await carryOut(tx, { now: clock.now(), ids }, this.#deps, published, id, publishing);
        if (problems.length > 0) throw new ProblemError(previewBlocked, { detail: inWords(problems) });
      }
      // The types are those of the trial, and no other read may see them.
      return work({ sql: tx, kept: new KeptValues(typeBytes) });
    };
    return tryOut(sql, trial, publishingLimits);
  }
}
