import { availableParallelism } from "node:os";
import { join } from "node:path";
import { isPrivate, type Config } from "../config.ts";
import type { Deps, MediaOptions } from "../deps.ts";
import { ReleasePreviews } from "../features/content/releases/index.ts";
import { SiteDirectory } from "../features/server/sites/index.ts";
import { passwordLimiter } from "../lib/limits/password-limiter.ts";
import { SchemaCache, unitsOfOneCheck } from "../lib/json-schema/json-schema.ts";
import { ValueCache } from "../lib/published/value-cache.ts";
import { PublishedAnswers } from "../lib/published/published-answer.ts";
import { primaryOnly, type PublishedSource } from "../lib/published/published-source.ts";
import { AddressSigner } from "../lib/media/signed-address.ts";
import { RateLimitedLog } from "../lib/observing/rate-limited-log.ts";
import { securityHeaders } from "../lib/http/response-headers.ts";
import { AddressNetworks } from "../lib/http/address-networks.ts";
import { sharesOf, ConcurrencyLimiter } from "../lib/limits/concurrency-limiter.ts";
import { Threads } from "../lib/threads/threads.ts";
import type { PasswordHashing } from "../ports/password-hashing.ts";

/** The resources that a server gets from outside: its connections, its clock, its keys. */
export interface Outside extends Pick<
  Deps,
  "sql" | "clock" | "ids" | "secrets" | "log" | "processor" | "mailer" | "store" | "pictures" | "webhookSender" | "cachePurger"
> {
  media: MediaOptions;
  hashing: PasswordHashing;
  /** Absent: published content is read from the primary. */
  published?: PublishedSource;
}

export interface Assembly {
  deps: Deps;
  directory: SiteDirectory;
  /** Tells probes that this process should get no more requests. */
  drain(): void;
}

// One processor stays free for requests, and more parallel hashes than processors make each take longer.
const passwordsOfMachine = Math.max(1, Math.min(4, availableParallelism() - 1));
const passwordsWaiting = 50;

// For one site: a processor that hangs holds this many requests for ten seconds, and the rest wait five at most.
const processorLimiter = { atOnce: 64, maxWaiting: 512, maxWaitMs: 5_000, refusal: "Too many payments are being opened." };

// Of one person: a browser sends no more at once, and a program has to wait.
const uploadLimiter = { atOnce: 4, inAll: 64, maxWaiting: 200, maxWaitMs: 20_000, refusal: "Too many files are being uploaded at once." };

// The plans of some thousand content types, and the counts of some ten thousand queries.
const keptBytes = 8 * 2 ** 20;

/** The settings of media libraries, as operations get them. */
export function mediaOptions({ dataDir, files, publicUrl }: Pick<Config, "dataDir" | "files" | "publicUrl">): MediaOptions {
  const { maxBytes, maxVideoBytes, quotaMb } = files;
  return { uploads: join(dataDir, "uploads"), publicUrl: files.publicUrl ?? publicUrl, maxBytes, maxVideoBytes, quotaMb };
}

/** Makes the dependencies of all operations from the settings. `overrides` replace single parts, in tests. */
export function assemble(config: Config, { hashing, published, ...outside }: Outside, overrides: Partial<Deps> = {}): Assembly {
  const { sql, clock, log } = outside;
  const { rateLimits, database, publicUrl } = config;
  const draining = new AbortController();
  const directory = new SiteDirectory({
    sql,
    clock,
    globalOrigins: config.allowedOrigins,
    allowLoopbackOrigins: database.kind === "embedded",
    evict: (siteId, tags) => deps.answers.evict(siteId, tags),
    onPollFailure: (error) => log.warn({ error: (error as Error).name }, "site versions cannot be read"),
  });
  const contentChecks = new SchemaCache({ maxUnits: unitsOfOneCheck });
  const deps: Deps = {
    ...outside,
    media: { ...outside.media, signer: new AddressSigner(outside.secrets) },
    rateLimitedLog: new RateLimitedLog(log, clock),
    contentChecks,
    valueCache: new ValueCache(keptBytes),
    answers: new PublishedAnswers(config.cacheBytes, securityHeaders(publicUrl)),
    published: published ?? primaryOnly(sql),
    previewed: new ReleasePreviews({ sql, clock, ids: outside.ids, contentChecks, publicUrl }),
    sites: directory,
    // The embedded database has one connection, which sites share as if it were ten.
    siteLimiter: new ConcurrencyLimiter({ ...sharesOf(database.kind === "postgres" ? database.poolSize : 10), maxWaiting: 500 }),
    processorLimiter: new ConcurrencyLimiter(processorLimiter),
    uploadLimiter: new ConcurrencyLimiter(uploadLimiter),
    threads: new Threads({ clock }),
    // As much as two imports of fifty thousand products that all change, on a busy machine.
    tableThreads: new Threads({ clock, maxJobMs: 180_000, share: { perSecond: 100, burst: 360_000 } }),
    passwords: passwordLimiter(hashing, clock, { inAll: Math.ceil(passwordsOfMachine / config.workers), maxWaiting: passwordsWaiting }),
    webhookNetworks: new AddressNetworks(config.webhookAllowedNetworks),
    mailFrom: config.mail.from,
    mailsPerClient: rateLimits.enabled ? config.mailsPerClient : undefined,
    submissionsPerClient: rateLimits.enabled ? config.submissionsPerClient : undefined,
    failedLogins: config.failedLogins,
    dataQuotaMb: config.dataQuotaMb,
    signup: config.signup,
    isPrivate: isPrivate(config),
    publicUrl,
    draining: draining.signal,
    ...overrides,
  };
  return { deps, directory, drain: () => draining.abort() };
}
