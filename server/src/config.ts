import { canonicalOrigin } from "./lib/origin.ts";
import { clientAddressRule } from "./lib/client-address.ts";
import { parseSecretKeys, type SecretKey } from "./lib/secret.ts";
import type { Rate } from "./lib/token-bucket.ts";

/** What the server was told at start. */
export interface Config {
  port: number;
  host: string;
  publicUrl: string;
  database: { kind: "embedded" } | { kind: "postgres"; url: string; poolSize: number; preparedStatements: boolean };
  dataDir: string;
  /** Absent only with the embedded database, which keeps a key of its own beside the data. */
  secretKeys: [SecretKey, ...SecretKey[]] | undefined;
  redisUrl: string | undefined;
  allowedOrigins: string[];
  trustedProxies: string[];
  logLevel: string;
  rateLimits: { enabled: boolean; reads: Rate; writes: Rate };
  cacheBytes: number;
  /** Where GET /metrics answers: beside the API, on a port of its own, or nowhere. */
  metrics: "on" | "off" | number;
}

/** Every setting that is wrong, in one message for the person who starts the server. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  constructor(faults: readonly string[]) {
    super(`These settings are wrong:\n${faults.map((fault) => `  - ${fault}`).join("\n")}`);
  }
}

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"];

/** Reads the settings from an environment. Pure. Throws ConfigError with all faults at once; a secret's value is never in it. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const faults: string[] = [];

  const setting = <T>(name: string, fallback: T, read: (text: string) => T | undefined, expected: string): T => {
    const text = env[name]?.trim();
    if (text === undefined || text === "") return fallback;
    const value = read(text);
    if (value === undefined) faults.push(`${name} must be ${expected}.`);
    return value ?? fallback;
  };
  const integer = (name: string, fallback: number, min: number, max: number) =>
    setting(name, fallback, (text) => integerBetween(text, min, max), `a whole number from ${min} to ${max}`);
  const oneOf = <T extends string>(name: string, fallback: T, values: readonly T[]) =>
    setting(name, fallback, (text) => values.find((value) => value === text), values.join(" or "));
  const text = (name: string) => setting<string | undefined>(name, undefined, (value) => value, "a text");

  const databaseUrl = setting<string | undefined>(
    "DATABASE_URL",
    undefined,
    (value) => (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value) ? value : undefined),
    "a URL such as postgres://user:password@host:5432/name",
  );
  const hasDatabase = Boolean(env.DATABASE_URL?.trim());
  const port = integer("PORT", 3000, 0, 65_535);

  const secretKeys = setting<Config["secretKeys"]>(
    "SECRET_KEY",
    undefined,
    parseSecretKeys,
    "32 random bytes in base64, or a comma-separated ring of id:base64. `openssl rand -base64 32` makes one",
  );
  if (hasDatabase && !env.SECRET_KEY?.trim()) {
    faults.push("SECRET_KEY is needed when DATABASE_URL is set. `openssl rand -base64 32` makes one; keep it safe.");
  }

  const config: Config = {
    port,
    host: text("HOST") ?? (hasDatabase ? "0.0.0.0" : "127.0.0.1"),
    publicUrl: setting("PUBLIC_URL", `http://localhost:${port}`, publicUrl, "an absolute http(s) URL without query"),
    database: databaseUrl
      ? {
          kind: "postgres",
          url: databaseUrl,
          poolSize: integer("DATABASE_POOL", 10, 1, 1_000),
          preparedStatements: oneOf("PREPARED_STATEMENTS", "on", ["on", "off"]) === "on",
        }
      : { kind: "embedded" },
    dataDir: text("DATA_DIR") ?? "./data",
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
    },
    cacheBytes: integer("CACHE_MEMORY_MB", 64, 0, 1_000_000) * 1024 * 1024,
    metrics: setting<Config["metrics"]>(
      "METRICS",
      hasDatabase ? "off" : "on",
      (value) => (value === "on" || value === "off" ? value : integerBetween(value, 1, 65_535)),
      "on, off or a port number",
    ),
  };
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}

function integerBetween(text: string, min: number, max: number): number | undefined {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : undefined;
  return value !== undefined && value >= min && value <= max ? value : undefined;
}

function publicUrl(text: string): string | undefined {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return undefined;
  const { username, password, search, hash, href } = new URL(text);
  return username || password || search || hash ? undefined : href.replace(/\/+$/, "");
}

function list(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function originList(text: string): string[] | undefined {
  const origins = list(text).map(canonicalOrigin);
  return origins.some((origin) => origin === undefined) ? undefined : (origins as string[]);
}

function proxyList(text: string): string[] | undefined {
  try {
    clientAddressRule(list(text));
    return list(text);
  } catch {
    return undefined;
  }
}
