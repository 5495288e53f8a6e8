import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

const secretKey = Buffer.alloc(32, 1).toString("base64");
const faults = (env: Record<string, string>) => {
  try {
    readConfig(env);
    return "";
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
};

test("nothing need be set", () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: "127.0.0.1",
    publicUrl: "http://localhost:3000",
    database: { kind: "embedded" },
    dataDir: "./data",
    rateLimits: { enabled: true, reads: { perSecond: 100, burst: 1_000 }, writes: { perSecond: 20, burst: 100 } },
    cacheBytes: 64 * 1024 * 1024,
    metrics: "on",
  });
});

test("an empty variable counts as none", () => {
  expect(readConfig({ PORT: "", DATABASE_URL: " ", REDIS_URL: "" })).toEqual(readConfig({}));
});

test("a database changes what is sensible for the rest", () => {
  expect(readConfig({ DATABASE_URL: "postgres://db/x", SECRET_KEY: secretKey })).toMatchObject({
    host: "0.0.0.0",
    metrics: "off",
    database: { kind: "postgres", poolSize: 10, preparedStatements: true },
  });
});

test("lists and addresses are read in their canonical form", () => {
  const config = readConfig({
    PORT: "0",
    PUBLIC_URL: "https://cms.example/base/",
    ALLOWED_ORIGINS: "https://Shop.example:443, http://localhost:5173",
    TRUST_PROXY: "10.0.0.0/8, loopback",
    METRICS: "9464",
  });
  expect(config).toMatchObject({
    port: 0,
    publicUrl: "https://cms.example/base",
    allowedOrigins: ["https://shop.example", "http://localhost:5173"],
    trustedProxies: ["10.0.0.0/8", "loopback"],
    metrics: 9464,
  });
});

test.each([
  ["PORT", ["x", "-1", "65536", "3000.5", "1e3", "0x10"]],
  ["PUBLIC_URL", ["cms.example", "ftp://x", "https://u:p@x", "https://x?y", "https://x#y"]],
  ["DATABASE_URL", ["mysql://x", "x", "postgres//x"]],
  ["SECRET_KEY", ["x", "a:b", Buffer.alloc(31).toString("base64")]],
  ["REDIS_URL", ["http://x", "x"]],
  ["ALLOWED_ORIGINS", ["shop", "*", "https://a.example/x", "https://ok.example,nope"]],
  ["TRUST_PROXY", ["everyone", "10.0.0.0/33", "true"]],
  ["LOG_LEVEL", ["loud"]],
  ["RATE_LIMITS", ["maybe", "0"]],
  ["RATE_LIMIT_READS_PER_SECOND", ["0", "fast"]],
  ["RATE_LIMIT_READS_BURST", ["0"]],
  ["RATE_LIMIT_WRITES_PER_SECOND", ["-1"]],
  ["RATE_LIMIT_WRITES_BURST", ["1.5"]],
  ["CACHE_MEMORY_MB", ["much", "-1"]],
  ["METRICS", ["yes", "0", "70000"]],
])("a wrong %s is said by name, without its value", (name, values) => {
  for (const value of values) {
    const message = faults({ [name]: value });
    expect(message).toContain(`- ${name} must be`);
    if (name === "SECRET_KEY" || name === "DATABASE_URL") expect(message).not.toContain(`"${value}"`);
  }
});

test("all faults come at once", () => {
  const message = faults({ PORT: "x", LOG_LEVEL: "loud", DATABASE_URL: "postgres://db/x" });
  expect(message.split("\n")).toHaveLength(4);
  expect(message).toContain("SECRET_KEY is needed");
});
