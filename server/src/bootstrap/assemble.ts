import { availableParallelism } from "node:os";
import type { Config } from "../config.ts";
import type { Deps } from "../deps.ts";
import { SiteDirectory } from "../features/sites/index.ts";
import { passwordTurns } from "../lib/limits/password-turns.ts";
import { KeptValues } from "../lib/published/kept-values.ts";
import { PublishedAnswers } from "../lib/published/published-answer.ts";
import { primaryOnly, type PublishedSource } from "../lib/published/published-source.ts";
import { RareLog } from "../lib/observing/rare-log.ts";
import { securityHeaders } from "../lib/http/response-headers.ts";
import { sharesOf, Turns } from "../lib/limits/turns.ts";
import type { PasswordHashing } from "../ports/password-hashing.ts";

/** The resources that a server gets from outside: its connections, its clock, its keys. */
export interface Outside extends Pick<Deps, "sql" | "clock" | "ids" | "secrets" | "log" | "processor" | "mailer"> {
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
const processorTurns = { atOnce: 64, maxWaiting: 512, maxWaitMs: 5_000, refusal: "Too many payments are being opened." };

// The plans of some thousand content types.
const keptBytes = 8 * 2 ** 20;

/** Makes the dependencies of all operations from the settings. `overrides` replace single parts, in tests. */
export function assemble(config: Config, { hashing, published, ...outside }: Outside, overrides: Partial<Deps> = {}): Assembly {
  const { sql, clock, log } = outside;
  const { rateLimits, database, publicUrl } = config;
  const draining = new AbortController();
  const directory = new SiteDirectory({
    ...{ sql, clock },
    globalOrigins: config.allowedOrigins,
    allowLoopbackOrigins: database.kind === "embedded",
    evict: (siteId, tags) => deps.answers.evict(siteId, tags),
    onPollFailure: (error) => log.warn({ error: (error as Error).name }, "site versions cannot be read"),
  });
  const deps: Deps = {
    ...outside,
    rareLog: new RareLog(log, clock),
    kept: new KeptValues(keptBytes),
    answers: new PublishedAnswers(config.cacheBytes, securityHeaders(publicUrl)),
    published: published ?? primaryOnly(sql),
    sites: directory,
    // The embedded database has one connection, which sites share as if it were ten.
    turns: new Turns({ ...sharesOf(database.kind === "postgres" ? database.poolSize : 10), maxWaiting: 500 }),
    processorTurns: new Turns(processorTurns),
    passwords: passwordTurns(hashing, { atOnce: Math.ceil(passwordsOfMachine / config.workers), maxWaiting: passwordsWaiting }),
    mailFrom: config.mail.from,
    mailsPerClient: rateLimits.enabled ? config.mailsPerClient : undefined,
    submissionsPerClient: rateLimits.enabled ? config.submissionsPerClient : undefined,
    failedLogins: config.failedLogins,
    signup: config.signup,
    publicUrl,
    draining: draining.signal,
    ...overrides,
  };
  return { deps, directory, drain: () => draining.abort() };
}
