import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

const secretKey = Buffer.alloc(32, 1).toString("base64");
const database = { DATABASE_URL: "postgres://db/x", SECRET_KEY: secretKey };
const smtp = { SMTP_URL: "smtps://shop:p%40ss@mail.example", MAIL_FROM: "no-reply@shop.example" };
const errors = (env: Record<string, string>) => {
  try {
    readConfig(env);
    return "";
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
};

test("no setting is required", () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: "127.0.0.1",
    publicUrl: "http://localhost:3000",
    database: { kind: "embedded" },
    dataDir: "./data",
    media: { kind: "folder", folder: "data/media" },
    rateLimits: { enabled: true, reads: { perSecond: 100, burst: 1_000 }, writes: { perSecond: 20, burst: 100 } },
    cacheBytes: 64 * 1024 * 1024,
    metrics: "on",
    mail: { kind: "catcher", from: { name: "Vitrine", address: "no-reply@localhost" }, page: true },
  });
});

test("an empty variable counts as unset", () => {
  expect(readConfig({ PORT: "", DATABASE_URL: " ", REDIS_URL: "", SMTP_URL: "", MAIL_FROM: " ", MAIL_CATCHER: "" })).toEqual(
    readConfig({}),
  );
});

test("a database changes the defaults of other settings", () => {
  expect(readConfig({ ...database, ...smtp })).toMatchObject({
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
    OPERATIONS_PORT: "9464",
    CONNECTIONS_PER_CLIENT: "50",
    RATE_LIMIT_PROCESSOR_MS_PER_SECOND: "20",
    PROCESSOR_API_URL: "https://api.stripe.com/",
    ...smtp,
  });
  expect(config).toMatchObject({
    port: 0,
    publicUrl: "https://cms.example/base",
    allowedOrigins: ["https://shop.example", "http://localhost:5173"],
    trustedProxies: ["10.0.0.0/8", "loopback"],
    operationsPort: 9464,
    metrics: "on",
    connectionsPerClient: 50,
    rateLimits: { processorTime: { perSecond: 20, burst: 40 } },
    processor: { kind: "remote", url: "https://api.stripe.com" },
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
  ["OTEL_EXPORTER_OTLP_ENDPOINT", ["collector:4318", "ftp://x", "http://u:p@x", "http://x?y"]],
  ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", ["x"]],
  ["OTEL_EXPORTER_OTLP_PROTOCOL", ["grpc", "http/protobuf"]],
  ["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", ["grpc"]],
  ["OTEL_EXPORTER_OTLP_COMPRESSION", ["zip"]],
  ["OTEL_EXPORTER_OTLP_HEADERS", ["x", "=x", "a b=c", "a=%", "a=b%0d%0a"]],
  ["OTEL_EXPORTER_OTLP_TIMEOUT", ["0", "10s", "60001"]],
  ["OTEL_RESOURCE_ATTRIBUTES", ["x"]],
  ["OTEL_TRACES_EXPORTER", ["zipkin"]],
  ["OTEL_TRACES_SAMPLER", ["sometimes", "parentbased_"]],
  ["OTEL_TRACES_SAMPLER_ARG", ["x", "-1", "1.1", "50%"]],
  ["OTEL_BSP_SCHEDULE_DELAY", ["0"]],
  ["OTEL_BSP_MAX_QUEUE_SIZE", ["0", "100001"]],
  ["OTEL_SDK_DISABLED", ["1"]],
  ["RATE_LIMITS", ["maybe", "0"]],
  ["RATE_LIMIT_READS_PER_SECOND", ["0", "fast"]],
  ["RATE_LIMIT_READS_BURST", ["0"]],
  ["RATE_LIMIT_WRITES_PER_SECOND", ["-1"]],
  ["RATE_LIMIT_WRITES_BURST", ["1.5"]],
  ["CACHE_MEMORY_MB", ["much", "-1"]],
  ["METRICS", ["yes", "0", "9464"]],
  ["OPERATIONS_PORT", ["on", "-1", "70000", "3000"]],
  ["CONNECTIONS_PER_CLIENT", ["0", "2001"]],
  ["RATE_LIMIT_PROCESSOR_MS_PER_SECOND", ["0", "1001"]],
  [
    "SMTP_URL",
    [
      "mail.example",
      "http://mail.example",
      "smtp://",
      "smtp://h/path",
      "smtp://h?debug=true",
      "smtp://h#x",
      "smtp://u@h",
      "smtp://u:%zz@h",
    ],
  ],
  ["SMTP_URL", ["smtp://h:99999", "smtp://u:%0d%0aQUIT@h", "smtp:mail.example"]],
  [
    "MAIL_FROM",
    [
      "x",
      "@x.example",
      "a@",
      "a b@x.example",
      "a@x.example, b@x.example",
      "<a@x.example",
      "A <a@x.example> B",
      '"A <a@x.example>',
      "a@x..example",
    ],
  ],
  ["MAIL_FROM", ["a\r\nBcc: b@x.example", "A\r\nBcc: c@x.example <a@x.example>", `${"a".repeat(250)}@x.example`, "a@b@c.example"]],
  ["MAIL_CATCHER", ["maybe", "true"]],
])("a wrong %s is reported by name, without its value", (name, values) => {
  for (const value of values) {
    const message = errors({ [name]: value });
    expect(message).toContain(`- ${name} must be`);
    if (["SECRET_KEY", "DATABASE_URL", "SMTP_URL"].includes(name)) expect(message).not.toContain(`"${value}"`);
  }
});

test("all faults are reported at once", () => {
  const message = errors({ PORT: "x", LOG_LEVEL: "loud", DATABASE_URL: "postgres://db/x" });
  expect(message.split("\n")).toHaveLength(5);
  expect(message).toContain("SECRET_KEY is needed");
  expect(message).toContain("SMTP_URL is needed");
});

test("with a mail server mails are sent, regardless of other settings", () => {
  const mail = { kind: "smtp", url: smtp.SMTP_URL, from: { name: "shop.example", address: "no-reply@shop.example" } };
  const stripe = { PROCESSOR_API_URL: "https://api.stripe.com" };
  for (const more of [{}, database, { PUBLIC_URL: "https://cms.example", ...stripe }, { MAIL_CATCHER: "off" }])
    expect(readConfig({ ...smtp, ...more }).mail).toEqual(mail);
});

test.each([
  ["no-reply@shop.example", { name: "shop.example", address: "no-reply@shop.example" }],
  ["<no-reply@shop.example>", { name: "shop.example", address: "no-reply@shop.example" }],
  ["Fjord & Form <no-reply@shop.example>", { name: "Fjord & Form", address: "no-reply@shop.example" }],
  ['"Form, Fjord" <no-reply@shop.example>', { name: "Form, Fjord", address: "no-reply@shop.example" }],
  ['"" <post@bücher.example>', { name: "bücher.example", address: "post@xn--bcher-kva.example" }],
  ["Bücher <post+shop@bücher.example>", { name: "Bücher", address: "post+shop@xn--bcher-kva.example" }],
])("mails come from %s", (text, from) => {
  expect(readConfig({ ...smtp, MAIL_FROM: text }).mail.from).toEqual(from);
  expect(readConfig({ MAIL_FROM: text }).mail).toEqual({ kind: "catcher", from, page: true });
});

test("beside a database the catcher must be chosen by name, and shows nothing", () => {
  expect(readConfig({ ...database, MAIL_CATCHER: "on" }).mail).toMatchObject({ kind: "catcher", page: false });
  expect(readConfig({ MAIL_CATCHER: "on" }).mail).toMatchObject({ kind: "catcher", page: true });
  for (const HOST of ["0.0.0.0", "::", "192.0.2.1", "localhost.example"]) {
    expect(readConfig({ HOST }).mail).toMatchObject({ page: false });
    expect(readConfig({ HOST, MAIL_CATCHER: "on" }).mail).toMatchObject({ page: true });
  }
  for (const HOST of ["127.0.0.1", "::1", "localhost"]) expect(readConfig({ HOST }).mail).toMatchObject({ page: true });
});

test.each<[string, Record<string, string>, string[]]>([
  ["a database without a mail server", database, ["SMTP_URL", "MAIL_CATCHER=on"]],
  ["neither a mail server nor the catcher", { MAIL_CATCHER: "off" }, ["SMTP_URL"]],
  ["the catcher in public", { PROCESSOR_API_URL: "https://api.stripe.com", PUBLIC_URL: "https://cms.example" }, ["SMTP_URL", "PUBLIC_URL"]],
  ["the catcher in public, by name", { ...database, PUBLIC_URL: "https://cms.example", MAIL_CATCHER: "on" }, ["SMTP_URL", "PUBLIC_URL"]],
  ["a mail server and the catcher", { ...smtp, MAIL_CATCHER: "on" }, ["remove MAIL_CATCHER"]],
  ["a mail server and no sender", { SMTP_URL: smtp.SMTP_URL }, ["MAIL_FROM is needed"]],
  ["a wrong mail server", { ...database, ...smtp, SMTP_URL: "mail.example:hunter2" }, ["SMTP_URL must be"]],
])("a single fault contains its remedy: %s", (_what, env, words) => {
  const message = errors(env);
  expect(message.split("\n")).toHaveLength(2);
  for (const word of words) expect(message).toContain(word);
  expect(message).not.toMatch(/p%40ss|hunter2|mail\.example/);
});

test("payments go to Stripe with PostgreSQL, and to a sandbox with the embedded database, unless configured otherwise", () => {
  const processor = (env: Record<string, string>) => readConfig(env).processor;
  expect(processor({ ...database, ...smtp })).toEqual({ kind: "remote", url: "https://api.stripe.com" });
  expect(processor({})).toEqual({ kind: "sandbox", port: 3_001, isPortChosen: false });
  expect(processor({ PORT: "8080" })).toEqual({ kind: "sandbox", port: 8_081, isPortChosen: false });
  expect(processor({ PORT: "0" })).toEqual({ kind: "sandbox", port: 0, isPortChosen: false });
  expect(processor({ SANDBOX_PORT: "4242" })).toEqual({ kind: "sandbox", port: 4_242, isPortChosen: true });
  expect(processor({ PROCESSOR_API_URL: "http://localhost:4242" })).toEqual({ kind: "remote", url: "http://localhost:4242" });
});

test.each([
  ["the sandbox in public", { PUBLIC_URL: "https://shop.example", ...smtp }, ["PROCESSOR_API_URL", "https://api.stripe.com"]],
  [
    "a sandbox elsewhere",
    { PUBLIC_URL: "https://shop.example", PROCESSOR_API_URL: "http://10.0.0.2:3001", ...smtp },
    ["PROCESSOR_API_URL", "https"],
  ],
  ["a path", { PROCESSOR_API_URL: "https://api.stripe.com/v1" }, ["PROCESSOR_API_URL", "without a path"]],
  ["no address", { PROCESSOR_API_URL: "stripe" }, ["PROCESSOR_API_URL"]],
  ["a port beyond", { SANDBOX_PORT: "65536" }, ["SANDBOX_PORT"]],
])("an invalid processor is refused: %s", (_what, env, words) => {
  const message = errors(env);
  expect(message.split("\n")).toHaveLength(2);
  for (const word of words) expect(message).toContain(word);
});

test("workers, replicas and a pooler need PostgreSQL", () => {
  const urls = { DATABASE_REPLICA_URLS: "postgres://one/x, postgresql://two:6432/x", DATABASE_DIRECT_URL: "postgres://primary/x" };
  expect(readConfig({ ...database, ...smtp, ...urls, WORKERS: "4", PREPARED_STATEMENTS: "off" })).toMatchObject({
    workers: 4,
    database: {
      replicaUrls: ["postgres://one/x", "postgresql://two:6432/x"],
      directUrl: "postgres://primary/x",
      preparedStatements: false,
    },
  });
  const alone = errors({ ...urls, WORKERS: "2" });
  for (const name of ["WORKERS", "DATABASE_REPLICA_URLS", "DATABASE_DIRECT_URL"]) expect(alone).toContain(name);
  const wrong = errors({
    ...database,
    ...smtp,
    WORKERS: "0",
    DATABASE_REPLICA_URLS: "postgres://one/x,two",
    DATABASE_DIRECT_URL: "secret",
  });
  for (const name of ["WORKERS", "DATABASE_REPLICA_URLS", "DATABASE_DIRECT_URL"]) expect(wrong).toContain(name);
  expect(wrong).not.toContain("secret");
});

test("traces go where the OpenTelemetry variables say, and nowhere without an endpoint", () => {
  expect(readConfig({ OTEL_SERVICE_NAME: "x", OTEL_TRACES_SAMPLER: "always_on" }).tracing).toBeUndefined();
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318/" };
  expect(readConfig(endpoint).tracing).toEqual({
    url: "http://127.0.0.1:4318/v1/traces",
    headers: {},
    timeoutMs: 10_000,
    serviceName: "vitrine",
    resourceAttributes: {},
    sampler: { decides: "always_on", isParentBased: true, ratio: 1 },
    batch: { delayMs: 5_000, maxSpans: 2_048 },
  });
  expect(readConfig({ ...endpoint, OTEL_SDK_DISABLED: "TRUE" }).tracing).toBeUndefined();
  expect(readConfig({ ...endpoint, OTEL_TRACES_EXPORTER: "none" }).tracing).toBeUndefined();
  expect(
    readConfig({
      ...endpoint,
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://collector.example/otlp",
      OTEL_EXPORTER_OTLP_HEADERS: "a=for-everything",
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: "authorization=Bearer%20t, x-tenant=a=b",
      OTEL_RESOURCE_ATTRIBUTES: "service.name=shop,deployment.environment.name=test%2C1",
      OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
      OTEL_TRACES_SAMPLER_ARG: "0.25",
    }).tracing,
  ).toMatchObject({
    url: "https://collector.example/otlp",
    headers: { authorization: "Bearer t", "x-tenant": "a=b" },
    serviceName: "shop",
    resourceAttributes: { "deployment.environment.name": "test,1" },
    sampler: { decides: "traceidratio", isParentBased: true, ratio: 0.25 },
  });
});

test("a variable that looks like a misspelt setting is named with the setting", () => {
  const { warnings } = readConfig({ MAIL_CATCHR: "on", data_dir: "/tmp", DATABASEURL: "x", HOME: "/", PATH: "/bin", PROT: "1" });
  expect(warnings).toEqual([
    "MAIL_CATCHR is not a setting, so it has no effect. Did you mean MAIL_CATCHER?",
    "data_dir is not a setting, so it has no effect. Did you mean DATA_DIR?",
    "DATABASEURL is not a setting, so it has no effect. Did you mean DATABASE_URL?",
  ]);
  expect(readConfig({ ...database, ...smtp }).warnings).toEqual([]);
});
