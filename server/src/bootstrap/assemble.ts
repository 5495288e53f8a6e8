import { availableParallelism } from "node:os";
import { join } from "node:path";
import { isPrivate, type Config } from "../config.ts";
import type { Deps, MediaOptions } from "../deps.ts";
import { ReleasePreviews } from "../features/releases/index.ts";
import { SiteDirectory } from "../features/sites/index.ts";
import { passwordTurns } from "../lib/limits/password-turns.ts";
import { SchemaCache, unitsOfOneCheck } from "../lib/json-schema/json-schema.ts";
import { KeptValues } from "../lib/published/kept-values.ts";
import { PublishedAnswers } from "../lib/published/published-answer.ts";
import { primaryOnly, type PublishedSource } from "../lib/published/published-source.ts";
import { AddressSigner } from "../lib/media/signed-address.ts";
import { RareLog } from "../lib/observing/rare-log.ts";
import { securityHeaders } from "../lib/http/response-headers.ts";
import { sharesOf, Turns } from "../lib/limits/turns.ts";
import type { PasswordHashing } from "../ports/password-hashing.ts";

/** The resources that a server gets from outside: its connections, its clock, its keys. */
export interface Outside extends Pick<Deps, "sql" | "clock" | "ids" | "secrets" | "log" | "processor" | "mailer" | "store" | "pictures"> {
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
const processorTurns = { atOnce: 64, maxWaiting: 512, maxWaitMs: 5_000, refusal: "Too many payments are being opened." };

// Of one person: a browser sends no more at once, and a program has to wait.
const uploadTurns = { atOnce: 4, inAll: 64, maxWaiting: 200, maxWaitMs: 20_000, refusal: "Too many files are being uploaded at once." };

// The plans of some thousand content types, and two million values of fields that queries count and sort by.
const keptBytes = 40 * 2 ** 20;

/** The settings of media libraries, as operations get them. */
export function mediaOptions({ dataDir, files, publicUrl }: Pick<Config, "dataDir" | "files" | "publicUrl">): MediaOptions {
  const { maxBytes, maxVideoBytes } = files;
  return { uploads: join(dataDir, "uploads"), publicUrl: files.publicUrl ?? publicUrl, maxBytes, maxVideoBytes };
}

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
  const contentChecks = new SchemaCache({ maxUnits: unitsOfOneCheck });
  const deps: Deps = {
    ...outside,
    media: { ...outside.media, signer: new AddressSigner(outside.secrets) },
    rareLog: new RareLog(log, clock),
    contentChecks,
    kept: new KeptValues(keptBytes),
    answers: new PublishedAnswers(config.cacheBytes, securityHeaders(publicUrl)),
    published: published ?? primaryOnly(sql),
    previewed: new ReleasePreviews({ sql, clock, ids: outside.ids, contentChecks, publicUrl }),
    sites: directory,
    // The embedded database has one connection, which sites share as if it were ten.
    turns: new Turns({ ...sharesOf(database.kind === "postgres" ? database.poolSize : 10), maxWaiting: 500 }),
    processorTurns: new Turns(processorTurns),
    uploadTurns: new Turns(uploadTurns),
    passwords: passwordTurns(hashing, { atOnce: Math.ceil(passwordsOfMachine / config.workers), maxWaiting: passwordsWaiting }),
    mailFrom: config.mail.from,
    mailsPerClient: rateLimits.enabled ? config.mailsPerClient : undefined,
    submissionsPerClient: rateLimits.enabled ? config.submissionsPerClient : undefined,
    failedLogins: config.failedLogins,
    signup: config.signup,
    isPrivate: isPrivate(config),
    publicUrl,
    draining: draining.signal,
    ...overrides,
  };
  return { deps, directory, drain: () => draining.abort() };
}
