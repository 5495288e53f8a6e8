import { isLoopbackHost } from "./lib/http/origin.ts";
import { parseSecretKeys, type SecretKey } from "./lib/secrets/secret.ts";
import {
  integerBetween,
  networkList,
  isSmtpUrl,
  originList,
  postgresUrl,
  postgresUrls,
  proxyList,
  publicUrl,
  sender,
  settingReader,
} from "./lib/text/setting-values.ts";
import type { RequestRates } from "./lib/http/request-limits.ts";
import type { Rate } from "./lib/limits/token-bucket.ts";
import { readCacheSettings, type CacheSettings } from "./lib/text/cache-settings.ts";
import { readMediaSettings, type MediaSettings } from "./lib/text/media-settings.ts";
import { loopbackNetworks } from "./lib/http/address-networks.ts";
import { largestQuotaMb } from "./lib/media/largest-quota.ts";
import { isOneSlipAway } from "./lib/text/one-slip-away.ts";
import { readTracingSettings, type TracingSettings } from "./lib/observing/tracing-settings.ts";

/** The settings of the server at start. */
export interface Config {
  port: number;
  host: string;
  publicUrl: string;
  database: { kind: "embedded" } | PostgresSettings;
  /** Worker processes, on one port. */
  workers: number;
  dataDir: string;
  media: MediaSettings;
  /** Absent only with the embedded database, which has a key of its own beside the data. */
  secretKeys: [SecretKey, ...SecretKey[]] | undefined;
  redisUrl: string | undefined;
  allowedOrigins: string[];
  trustedProxies: string[];
  logLevel: string;
  rateLimits: RequestRates & { enabled: boolean };
  /** Connections that one client may have to one process. */
  connectionsPerClient: number;
  /** Wrong passwords in a quarter of an hour for an account: from one client, and from all. */
  failedLogins: { perClient: number; perAccount: number };
  /** Mails that one client may request in an hour. */
  mailsPerClient: number;
  /** Whether visitors may open sites of their own. */
  signup: "on" | "off";
  /** Submissions of one form that one client may make in an hour. */
  submissionsPerClient: number;
  /** Networks that are not the internet, and that webhooks may lead to. */
  webhookAllowedNetworks: string[];
  /** Of what one site stores in the database, unless an operator sets another number for it. */
  dataQuotaMb: number;
  cacheBytes: number;
  /** The caches in front of the hosts of sites. */
  caches: CacheSettings;
  /** Of files in media libraries. */
  files: FileSettings;
  /** The port of health, readiness and metrics. Absent: beside the API. */
  operationsPort: number | undefined;
  metrics: "on" | "off";
  /** Absent: no traces. */
  tracing: TracingSettings | undefined;
  mail: MailSettings;
  processor: ProcessorSettings;
  /** Variables of the environment that look like a misspelt setting, as sentences for the person who starts the server. */
  warnings: string[];
}

/** Whether a server is for the people at its machine alone: on the embedded database, at a loopback address. */
export function isPrivate({ database, host }: Pick<Config, "database" | "host">): boolean {
  return database.kind === "embedded" && isLoopbackHost(host);
}

/** The source of payments: a processor at its address, or the sandbox that this server starts, on a port of its own. */
type ProcessorSettings = { kind: "remote"; url: string } | { kind: "sandbox"; port: number; isPortChosen: boolean };

/** The target of mails: a mail server, or the catcher. `page` shows all mails to everyone who can reach the server. */
type MailSettings =
  | { kind: "smtp"; url: string; from: { name: string; address: string } }
  | { kind: "catcher"; from: { name: string; address: string }; page: boolean };

interface FileSettings {
  /** Of a file, and of a video or a recording. */
  maxBytes: number;
  maxVideoBytes: number;
  /** Of all files of one site, unless an operator sets another number for it. */
  quotaMb: number;
  /** Processes that prepare and render pictures. */
  workers: number;
  /** A cache in front of the public addresses of files. Absent: they begin with `publicUrl`. */
  publicUrl: string | undefined;
}

interface PostgresSettings {
  kind: "postgres";
  url: string;
  /** Bypasses a pooler, for notifications. */
  directUrl: string | undefined;
  /** Replicas for reads of published content. */
  replicaUrls: string[];
  /** Connections to each of them, for each process. */
  poolSize: number;
  preparedStatements: boolean;
}

/** Every setting that is wrong, in one message for the person who starts the server. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  constructor(errors: readonly string[]) {
    super(`These settings are wrong:\n${errors.map((error) => `  - ${error}`).join("\n")}`);
  }
}

const stripeUrl = "https://api.stripe.com";
const defaultSender = { name: "Vitrine", address: "no-reply@localhost" };
const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"];

/**
 * Reads the settings from an environment. Pure. Throws ConfigError with all errors at once, never with a secret's value.
 * A command that serves no requests skips the settings that only a server needs.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>, { serves = true }: { serves?: boolean } = {}): Config {
  const errors: string[] = [];
  const { setting, askedNames: knownSettings } = settingReader(env, errors);
  const integer = (name: string, fallback: number, min: number, max: number) =>
    setting(name, fallback, (text) => integerBetween(text, min, max), `a whole number from ${min} to ${max}`);
  const oneOf = <T extends string>(name: string, fallback: T, values: readonly T[]) =>
    setting(name, fallback, (text) => values.find((value) => value === text), values.join(" or "));
  const text = (name: string) => setting<string | undefined>(name, undefined, (value) => value, "a text");

  const aDatabaseUrl = "a URL such as postgres://user:password@host:5432/name";
  const databaseUrl = setting<string | undefined>("DATABASE_URL", undefined, postgresUrl, aDatabaseUrl);
  const directUrl = setting<string | undefined>("DATABASE_DIRECT_URL", undefined, postgresUrl, aDatabaseUrl);
  const replicaUrls = setting<string[]>("DATABASE_REPLICA_URLS", [], postgresUrls, `a comma-separated list of URLs, each ${aDatabaseUrl}`);
  const workers = integer("WORKERS", 1, 1, 256);
  const hasDatabase = Boolean(env.DATABASE_URL?.trim());
  if (!hasDatabase && workers > 1)
    errors.push("DATABASE_URL is needed when WORKERS is more than 1: the embedded database allows one process only.");
  if (!hasDatabase && directUrl) errors.push("DATABASE_DIRECT_URL has no effect without DATABASE_URL.");
  if (!hasDatabase && replicaUrls.length > 0) errors.push("DATABASE_REPLICA_URLS has no effect without DATABASE_URL.");
  const port = integer("PORT", 3000, 0, 65_535);
  const operationsPort = setting<number | undefined>(
    "OPERATIONS_PORT",
    undefined,
    (value) => integerBetween(value, 0, 65_535),
    "a whole number from 0 to 65535",
  );
  if (operationsPort === port && port !== 0) errors.push("OPERATIONS_PORT must be another port than PORT.");

  const secretKeys = setting<Config["secretKeys"]>(
    "SECRET_KEY",
    undefined,
    parseSecretKeys,
    "32 random bytes in base64, or a comma-separated ring of id:base64. `openssl rand -base64 32` makes one",
  );
  if (hasDatabase && !env.SECRET_KEY?.trim()) {
    errors.push("SECRET_KEY is needed when DATABASE_URL is set. `openssl rand -base64 32` makes one; keep it safe.");
  }

  const host = text("HOST") ?? (hasDatabase ? "0.0.0.0" : "127.0.0.1");
  const ownUrl = setting("PUBLIC_URL", `http://localhost:${port}`, publicUrl, "an absolute http(s) URL without query");
  const smtpUrl = setting<string | undefined>(
    "SMTP_URL",
    undefined,
    (value) => (isSmtpUrl(value) ? value : undefined),
    "a URL such as smtp://user:password@host:587 or smtps://…, without path and query; what is special in a password is percent-encoded",
  );
  const mailFrom = setting<MailSettings["from"] | undefined>(
    "MAIL_FROM",
    undefined,
    sender,
    "an address such as no-reply@shop.example, or Name <no-reply@shop.example>",
  );
  const mailCatcher = oneOf<"on" | "off" | "">("MAIL_CATCHER", "", ["on", "off"]);
  const hasSmtp = Boolean(env.SMTP_URL?.trim());
  if (hasSmtp && !env.MAIL_FROM?.trim()) errors.push("MAIL_FROM is needed when SMTP_URL is set: the address that mails come from.");
  if (hasSmtp && mailCatcher === "on") errors.push("MAIL_CATCHER=on and SMTP_URL exclude each other: remove MAIL_CATCHER to send mails.");
  if (!hasSmtp && serves && mailCatcher === "off") {
    errors.push("SMTP_URL is needed when MAIL_CATCHER is off: mails have to go somewhere.");
  } else if (!hasSmtp && serves && mailCatcher === "" && hasDatabase) {
    errors.push("SMTP_URL is needed when DATABASE_URL is set. MAIL_CATCHER=on does without: mails are then kept, and reach nobody.");
  } else if (!hasSmtp && serves && ownUrl.startsWith("https:")) {
    errors.push("SMTP_URL is needed when PUBLIC_URL is https: the mail-catcher is for development, and mails would reach nobody.");
  }

  const processorUrl = setting<string | undefined>(
    "PROCESSOR_API_URL",
    undefined,
    (value) => (/^https?:\/\//.test(value) && URL.canParse(value) && new URL(value).pathname === "/" ? new URL(value).origin : undefined),
    `an address such as ${stripeUrl}, without a path`,
  );
  const usesSandbox = !hasDatabase && !env.PROCESSOR_API_URL?.trim();
  if (usesSandbox && serves && ownUrl.startsWith("https:")) {
    errors.push(`PROCESSOR_API_URL is needed when PUBLIC_URL is https: the sandbox moves no money. ${stripeUrl} is Stripe's.`);
  } else if (processorUrl?.startsWith("http:") && serves && ownUrl.startsWith("https:")) {
    errors.push("PROCESSOR_API_URL must be https when PUBLIC_URL is: over http it can only be a sandbox.");
  }
  const dataDir = text("DATA_DIR") ?? "./data";
  const isGiven = (name: string) => Boolean(env[name]?.trim());
  const media = readMediaSettings(setting, isGiven, { dataDir, isHttps: ownUrl.startsWith("https:"), errors });
  const sandboxPort = integer("SANDBOX_PORT", port === 0 ? 0 : Math.min(port + 1, 65_535), 0, 65_535);

  const config: Config = {
    port,
    host,
    publicUrl: ownUrl,
    database: databaseUrl
      ? {
          kind: "postgres",
          url: databaseUrl,
          directUrl,
          replicaUrls,
          poolSize: integer("DATABASE_POOL", 10, 1, 1_000),
          preparedStatements: oneOf("PREPARED_STATEMENTS", "on", ["on", "off"]) === "on",
        }
      : { kind: "embedded" },
    workers,
    dataDir,
    media,
    secretKeys,
    redisUrl: setting<string | undefined>(
      "REDIS_URL",
      undefined,
      (value) => (/^rediss?:\/\//.test(value) && URL.canParse(value) ? value : undefined),
      "a URL such as redis://host:6379",
    ),
    allowedOrigins: setting("ALLOWED_ORIGINS", [], originList, "a comma-separated list of origins such as https://shop.example"),
    trustedProxies: setting("TRUST_PROXY", [], proxyList, "a comma-separated list of addresses or networks such as 10.0.0.0/8"),
    logLevel: oneOf("LOG_LEVEL", "info", logLevels),
    rateLimits: {
      enabled: oneOf("RATE_LIMITS", "on", ["on", "off"]) === "on",
      reads: {
        perSecond: integer("RATE_LIMIT_READS_PER_SECOND", 100, 1, 10_000_000),
        burst: integer("RATE_LIMIT_READS_BURST", 1_000, 1, 10_000_000),
      },
      writes: {
        perSecond: integer("RATE_LIMIT_WRITES_PER_SECOND", 20, 1, 10_000_000),
        burst: integer("RATE_LIMIT_WRITES_BURST", 100, 1, 10_000_000),
      },
      credentials: perMinute(integer("RATE_LIMIT_CREDENTIALS_PER_MINUTE", 30, 1, 10_000_000)),
      processorTime: milliseconds(integer("RATE_LIMIT_PROCESSOR_MS_PER_SECOND", hasDatabase ? 50 : 250, 1, 1_000)),
    },
    connectionsPerClient: integer("CONNECTIONS_PER_CLIENT", 256, 1, 2_000),
    failedLogins: {
      perClient: integer("FAILED_LOGINS_PER_CLIENT", 10, 1, 1_000_000),
      perAccount: integer("FAILED_LOGINS_PER_ACCOUNT", 100, 1, 1_000_000),
    },
    mailsPerClient: integer("MAILS_PER_CLIENT_PER_HOUR", 20, 1, 1_000_000),
    signup: oneOf("SIGNUP", "on", ["on", "off"]),
    submissionsPerClient: integer("FORM_SUBMISSIONS_PER_CLIENT_PER_HOUR", 300, 1, 1_000_000),
    webhookAllowedNetworks: setting(
      "WEBHOOK_ALLOWED_NETWORKS",
      hasDatabase ? [] : loopbackNetworks,
      networkList,
      "a comma-separated list of networks such as 10.1.0.0/16 or fd00:1::/64",
    ),
    dataQuotaMb: integer("DATA_QUOTA_MB", 2_000, 1, largestQuotaMb),
    caches: readCacheSettings(setting, errors),
    cacheBytes: integer("CACHE_MEMORY_MB", 64, 0, 1_000_000) * 1024 * 1024,
    files: {
      maxBytes: integer("MEDIA_MAX_MB", 50, 1, 10_000) * 2 ** 20,
      maxVideoBytes: integer("MEDIA_MAX_VIDEO_MB", 500, 1, 100_000) * 2 ** 20,
      quotaMb: integer("MEDIA_QUOTA_MB", 5_000, 1, largestQuotaMb),
      workers: integer("MEDIA_WORKERS", 1, 1, 2),
      publicUrl: setting<string | undefined>("MEDIA_PUBLIC_URL", undefined, publicUrl, "an absolute http(s) URL without query"),
    },
    operationsPort,
    // Beside the API everybody could read them.
    metrics: oneOf("METRICS", hasDatabase && operationsPort === undefined ? "off" : "on", ["on", "off"]),
    tracing: readTracingSettings(setting),
    mail: smtpUrl
      ? { kind: "smtp", url: smtpUrl, from: mailFrom ?? defaultSender }
      : { kind: "catcher", from: mailFrom ?? defaultSender, page: !hasDatabase && (isLoopbackHost(host) || mailCatcher === "on") },
    processor: usesSandbox
      ? { kind: "sandbox", port: sandboxPort, isPortChosen: Boolean(env.SANDBOX_PORT?.trim()) }
      : { kind: "remote", url: processorUrl ?? stripeUrl },
    warnings: misspeltSettings(Object.keys(env), knownSettings),
  };
  if (errors.length > 0) throw new ConfigError(errors);
  return config;
}

// Shorter ones are too much like the variables of other programs.
const shortestDistinctName = 6;

function misspeltSettings(names: readonly string[], knownNames: ReadonlySet<string>): string[] {
  const distinct = [...knownNames].filter((name) => name.length >= shortestDistinctName);
  return names.flatMap((name) => {
    if (knownNames.has(name)) return [];
    const upper = name.toUpperCase();
    const meant = distinct.find((candidate) => candidate === upper || isOneSlipAway(upper, candidate));
    return meant === undefined ? [] : [`${name} is not a setting, so it has no effect. Did you mean ${meant}?`];
  });
}

/** Milliseconds of processor time, with two seconds' worth after a rest. */
function milliseconds(perSecond: number): Rate {
  return { perSecond, burst: 2 * perSecond };
}

function perMinute(requests: number): Rate {
  return { perSecond: requests / 60, burst: requests };
}
