import type { Logger } from "pino";
import type { PasswordLimiter } from "./lib/limits/password-limiter.ts";
import type { ValueCache } from "./lib/published/value-cache.ts";
import type { PublishedReadDeps } from "./lib/published/published-read.ts";
import type { LiveUpdates } from "./lib/http/live-updates.ts";
import type { AddressSigner } from "./lib/media/signed-address.ts";
import type { SchemaCache } from "./lib/json-schema/json-schema.ts";
import type { RateLimitedLog } from "./lib/observing/rate-limited-log.ts";
import type { KeyRing } from "./lib/secrets/secret.ts";
import type { Site } from "./lib/site.ts";
import type { Database, Sql } from "./ports/database.ts";
import type { Ids } from "./ports/ids.ts";
import type { CachePurger } from "./ports/cache-purger.ts";
import type { LocalServer } from "./ports/local-server.ts";
import type { CaughtMails, Mailer } from "./ports/mailer.ts";
import type { ObjectStore } from "./ports/object-store.ts";
import type { Pictures } from "./ports/pictures.ts";
import type { Processor } from "./ports/processor.ts";
import type { AddressNetworks } from "./lib/http/address-networks.ts";
import type { WebhookSender } from "./ports/webhook-sender.ts";
import type { Threads } from "./lib/threads/threads.ts";
import type { ConcurrencyLimiter } from "./lib/limits/concurrency-limiter.ts";

/** All dependencies of operations: chosen once, at start, and by each test for itself. */
export interface Deps extends PublishedReadDeps {
  sql: Database;
  ids: Ids;
  secrets: KeyRing;
  /** The checks of drafts and publications, by site and schema. */
  contentChecks: SchemaCache;
  /** Values that published reads share while the content stays the same. */
  valueCache: ValueCache;
  log: Logger;
  /** For log lines that many requests cause. */
  rateLimitedLog: RateLimitedLog;
  sites: PublishedReadDeps["sites"] & {
    findSite(siteId: string): Promise<Site | undefined>;
    findSiteBySlug(slug: string): Promise<Site | undefined>;
  };
  passwords: PasswordLimiter;
  processor: Processor;
  /** By site, for requests that wait for the processor: a slow one must not fill the server. */
  processorLimiter: ConcurrencyLimiter;
  /** The bytes of media libraries. */
  store: ObjectStore;
  pictures: Pictures;
  media: MediaOptions & { signer: AddressSigner };
  /** By person. */
  uploadLimiter: ConcurrencyLimiter;
  /** For work that grows with a client's input, by site. */
  threads: Threads;
  /** Tables of products, which take minutes: bundles wait for none of them. */
  tableThreads: Threads;
  /** For the endpoints of sites, at addresses that their people choose. */
  webhookSender: WebhookSender;
  webhookNetworks: AddressNetworks;
  /** The caches in front of the hosts of sites. */
  cachePurger: CachePurger;
  mailer: Mailer;
  /** The sender of every mail; sites add their own name to the address. */
  mailFrom: { name: string; address: string };
  /** Whether visitors may open sites of their own. */
  signup: "on" | "off";
  /** Of what each site stores in the database, in MB, unless an operator has set another number for it. */
  dataQuotaMb: number;
  /** Mails that one client may request in an hour, to any recipient. Absent: no limit. */
  mailsPerClient: number | undefined;
  /** Submissions of one form that one client may make in an hour. Absent: no limit. */
  submissionsPerClient: number | undefined;
  /** Wrong passwords for an account in a quarter of an hour: from one client, and from all. */
  failedLogins: { perClient: number; perAccount: number };
  /** Nobody but the people at this machine can reach the server, and its database is its own: it takes the sign-in links that it prints. */
  isPrivate: boolean;
  /** The public address of the service, without a trailing slash. */
  publicUrl: string;
  /** Aborted when the server is told to stop: it finishes its requests and should get no new ones. */
  draining: AbortSignal;
}

/** The settings of media libraries. */
export interface MediaOptions {
  /** A folder of this machine for files that are being received or made. */
  uploads: string;
  /** The beginning of public addresses: of this server, or of a cache in front of it; without a trailing slash. */
  publicUrl: string;
  /** Of a file, and of a video or a recording. */
  maxBytes: number;
  maxVideoBytes: number;
  /** Of all files of a site, unless an operator has set another number for it. */
  quotaMb: number;
}

/** Dependencies of few operations: parts of the server that serves them. */
export interface RouteDeps extends Deps {
  /** Metrics, as Prometheus reads them. */
  scrape(): Promise<string>;
  /** The API description. */
  describe(): object;
  /** The same of the admin API. */
  describeAdmin(): object;
  /** Of the package. */
  version: string;
  caughtMails: CaughtMails;
  /** The outcome of imports, for pages that show it. */
  live: LiveUpdates;
  /** Absent: there is nothing but the API. */
  local: LocalServer | undefined;
}

/** The parts of `Deps` that a published read names, and the database of this reading: a replica, or the primary. */
export type ReadDeps<Parts extends keyof Deps = never> = Pick<Deps, Parts> & { sql: Sql };
