import { connect } from "node:net";
import { defineConfig } from "vitest/config";
import { AttackReporter } from "./test/attacks/attack-reporter.ts";
import { ClosingReporter } from "./test/kit/closing-reporter.ts";
import { findProgram, packages } from "./test/machines/programs.ts";

const postgresUrl = process.env.TEST_DATABASE_URL ?? "postgres://postgres@127.0.0.1:5432/postgres";
const redisUrl = process.env.TEST_REDIS_URL ?? "redis://127.0.0.1:6379";

/** Absent servers make a run smaller on a laptop; where everything must be proven, they make it fail. */
async function answers(url: string, what: string, variable: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const reached = await new Promise<boolean>((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), timeout: 1_000 });
    const end = (result: boolean) => {
      socket.destroy();
      resolve(result);
    };
    socket
      .once("connect", () => end(true))
      .once("error", () => end(false))
      .once("timeout", () => end(false));
  });
  if (!reached && process.env.CI === "true") throw new Error(`${what} does not answer. Set ${variable}.`);
  if (!reached) console.warn(`${what} does not answer: the tests that need it are left out. Set ${variable} to run them.`);
  return reached;
}

/** What the tests on several machines start themselves. */
function hasPrograms(): boolean {
  const missing = Object.entries(packages).filter(([name]) => !findProgram(name as keyof typeof packages));
  if (missing.length === 0) return true;
  const names = missing.map(([name]) => name).join(", ");
  const install = `apt-get install ${missing.map(([, name]) => name).join(" ")}`;
  if (process.env.CI === "true") throw new Error(`Not installed: ${names}. ${install}`);
  console.warn(`Not installed: ${names}. The tests that start them are left out. On Debian: ${install}`);
  return false;
}

const hasPostgres = await answers(postgresUrl, "PostgreSQL", "TEST_DATABASE_URL");
const hasRedis = await answers(redisUrl, "Redis", "TEST_REDIS_URL");
const hasMachines = hasPrograms();

const unit = [
  "server/src/lib/**/*.test.ts",
  "sandbox/src/**/*.test.ts",
  "demo/**/*.test.ts",
  "server/src/config.test.ts",
  "server/src/adapters/{object,bucket}-*.test.ts",
  "server/src/bootstrap/{start-sandbox,open-object-store}.test.ts",
  "test/schema/table-owners.test.ts",
  "test/docs/image-context.test.ts",
  "test/docs/lock-file.test.ts",
  "test/docs/studio-weight.test.ts",
  "server/src/features/sites/*.test.ts",
  "server/src/features/media/receive-upload.test.ts",
  "server/src/features/bundle/types/*.test.ts",
  "server/src/pipeline/connections.test.ts",
  "server/src/pipeline/request-bodies.test.ts",
  "server/src/workers/*.test.ts",
  "server/src/adapters/pictures/*.test.ts",
  "server/src/adapters/picture-pool.test.ts",
  "client/src/**/*.test.ts",
  "create-vitrine/src/*.test.js",
  "studio/src/**/*.test.ts",
];
// The studio by keyboard alone runs on PostgreSQL, what a browser shows otherwise on the embedded database.
const byKeyboard = "test/browser/studio-keyboard*.test.ts";
// Each takes minutes of a browser, of checks, or of building an example, and its promises are proven in part by others.
const onRequest = [
  "test/browser/studio-{flows,losses,keyboard-words,keyboard-model,keyboard-release}.test.ts",
  "test/browser/{media-scripts,storefront}.test.ts",
  "test/docs/recipe.test.ts",
];
// What does not depend on the database is run once; several servers meet on PostgreSQL alone.
const once = {
  embedded: [
    "test/browser/**/!(studio-keyboard*).test.ts",
    "test/processes/{compose,deployment}.test.ts",
    "test/processes/develop.test.ts",
    "test/processes/packages.test.ts",
    "test/processes/build.test.ts",
    "test/processes/{media,upload}-crashes.test.ts",
    "test/processes/without-sharp.test.ts",
    "test/docs/guides.test.ts",
    "client/test/site-types.test.ts",
    "test/docs/{recipe,getting-started}.test.ts",
  ],
  // The matrix of senders decides before any statement of an operation, and takes minutes on the embedded database.
  postgres: [
    byKeyboard,
    "test/proofs/admin-access.test.ts",
    "test/processes/proxies.test.ts",
    "test/processes/bench.test.ts",
    "server/src/adapters/named-query.test.ts",
    "server/src/features/customers/timing.test.ts",
  ],
};
// Programs of their own, some of them stopped and killed: PostgreSQL with a copy, a pooler, Redis, a proxy.
const machines = ["test/machines/**/*.test.ts"];
// Long runs with the intention to succeed; and one proof that takes half an hour, because each of its sixty parts is thousands of changes.
const attacks = ["test/attacks/**/*.test.ts", "test/exhaustive/**/*.test.ts"];
// Races, crashes, restarts, timing, and what needs a browser or another program: by `npm run test:long`, as are all projects whose
// names begin with "long".
const long = [
  ...["test/races/**/*.test.ts", "test/processes/**/*.test.ts", "test/browser/**/*.test.ts"],
  ...["server/src/features/customers/timing.test.ts", "server/src/features/forms/form-mail-fuzz.test.ts"],
  ...["server/src/features/bundle/bundle-sizes.test.ts", "client/test/published/*.test.ts"],
  "test/docs/{recipe,getting-started}.test.ts",
];
// Hardly about the database: on PostgreSQL they run with the long tests alone, in "long, nothing from memory".
const hardlyDatabase = [
  ...["bundle/bundle-mistakes", "bundle/bundle-sizes", "forms/form-mail-fuzz", "content/binding-limits", "customers/mail-delivery"],
  ...["customers/flood-attacks", "demo/*"],
].map((name) => `server/src/features/${name}.test.ts`);
hardlyDatabase.push("server/src/pipeline/{limits,wire,body}.test.ts");
const notHere = (database: "embedded" | "postgres") => [...unit, ...machines, ...attacks, ...notOn(database)];
const notOn = (database: "embedded" | "postgres") => once[database === "embedded" ? "postgres" : "embedded"];
// Time to fail in, and not to succeed: no test asserts how long something takes, and a busy machine may be ten times slower.
const patience = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 20_000 } } };
const onDatabase = (
  name: string,
  database: "embedded" | "postgres",
  fromMemory: boolean,
  include: string[],
  exclude = notHere(database),
) => ({
  test: {
    include,
    exclude,
    name,
    // Files share the modules of their worker: to load them again for each file takes as long as the tests. Races and attacks have
    // workers of their own, for they leave much behind and measure memory.
    isolate: include !== everything && include !== answered,
    globalSetup: ["test/kit/build-server.ts", "test/kit/prepare-database.ts"],
    ...patience,
    provide: { database, postgresUrl, redisUrl: hasRedis ? redisUrl : "", fromMemory, isLong: name.startsWith("long") },
  },
});
const everything = ["server/src/**/*.test.ts", "client/test/*.test.ts", "test/**/*.test.ts"];
// Each answer of a feature, with nothing from memory: on request, as the proofs below do the same with every operation.
const uncached = ["server/src/features/{bundle,catalog,content,forms,preview,sites}/**/*.test.ts"];
// The proofs about answers that may come from memory, and those that run on PostgreSQL in this project alone.
const answered = [
  ...hardlyDatabase,
  "server/src/pipeline/**/*.test.ts",
  "test/proofs/operations.test.ts",
  "test/proofs/fuzz.test.ts",
  "test/proofs/tenants.test.ts",
  "test/proofs/many-tenants.test.ts",
  "test/proofs/account-tenants.test.ts",
  "test/proofs/money-tenants.test.ts",
  "test/proofs/preview-tenants.test.ts",
  "test/proofs/form-tenants.test.ts",
  "test/proofs/personal-tenants.test.ts",
  "test/proofs/admin-tenants.test.ts",
  "test/proofs/document-tenants.test.ts",
  "test/proofs/release-tenants.test.ts",
];

// Named files and tests on the command line make a run that is not whole, and so does a part of all files.
const isWholeRun = process.argv.slice(3).every((argument) => /^--(project|maxWorkers)=/.test(argument));
const isPart = process.argv.slice(3).every((argument) => /^--(project|maxWorkers|shard)=/.test(argument));

export default defineConfig({
  test: {
    maxWorkers: 3,
    reporters: [
      "default",
      new ClosingReporter(hasPostgres && hasRedis && hasMachines ? (isWholeRun ? "whole" : isPart ? "part" : "named") : "named"),
      ...(process.env.RECORD_ATTACKS === "true" ? [new AttackReporter({ whole: isWholeRun })] : []),
    ],
    projects: [
      { test: { name: "unit", include: unit, isolate: false, ...patience } },
      onDatabase("embedded", "embedded", true, everything, [...notHere("embedded"), ...long]),
      onDatabase("long, embedded", "embedded", true, long, [...notOn("embedded"), ...onRequest]),
      onDatabase("long, attacks, embedded", "embedded", true, [...attacks, ...onRequest], [byKeyboard]),
      ...(hasPostgres
        ? [
            onDatabase("postgres", "postgres", true, everything, [...notHere("postgres"), ...long, ...hardlyDatabase]),
            onDatabase("long, postgres", "postgres", true, long, [
              ...[...notOn("postgres"), ...onRequest, ...hardlyDatabase],
              "client/test/published/*.test.ts",
            ]),
            onDatabase("long, nothing from memory", "postgres", false, answered),
            onDatabase("long, attacks, nothing from memory", "postgres", false, uncached, hardlyDatabase),
            // On request, too: all of the studio on PostgreSQL.
            onDatabase(
              "long, attacks, postgres",
              "postgres",
              true,
              [...attacks, "test/browser/studio-*.test.ts"],
              ["test/exhaustive/**/*.test.ts"],
            ),
          ]
        : []),
      ...(hasMachines
        ? [
            {
              test: {
                name: "long, machines",
                include: machines,
                globalSetup: ["test/kit/build-server.ts"],
                ...patience,
              },
            },
          ]
        : []),
    ],
  },
});
