import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { AttackReporter } from "./test/attacks/attack-reporter.ts";
import { ClosingReporter } from "./test/kit/closing-reporter.ts";
import { findProgram, packages } from "./test/machines/programs.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const postgresUrl = process.env.TEST_DATABASE_URL ?? "postgres://postgres@127.0.0.1:5432/postgres";
// Which has Citus and two workers.
const citusUrl = process.env.TEST_CITUS_URL;
if (citusUrl === undefined) console.warn("TEST_CITUS_URL is not set: the tests on a distributed database are left out.");
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
const database = hasPostgres ? "postgres" : "embedded";
const hasRedis = await answers(redisUrl, "Redis", "TEST_REDIS_URL");
const hasMachines = hasPrograms();

// A file's name tells its kind (test/README.md). A file without one needs a server or a database, and belongs to `npm test`.
const ofKind = (...kinds: string[]) => kinds.map((kind) => `**/*.${kind}.test.{ts,js}`);
const kinds = ["unit", "long", "once", "machines", "citus", "attack", "exhaustive"];
const notBuilt = ["**/node_modules/**", "**/dist/**", "examples/**", "create-vitrine/template/**"];
const plain = { include: ["**/*.test.ts"], exclude: [...notBuilt, ...ofKind(...kinds)] };
// Time to fail in, and not to succeed: no test asserts how long something takes, and a busy machine may be ten times slower.
const patience = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 20_000 } } };

// The features on a distributed database, and what is to be seen only there.
const distributed = {
  include: [...ofKind("citus"), "server/src/**/*.test.ts", "test/races/two-sites.long.test.ts"],
  exclude: [...notBuilt, ...ofKind("unit", "once", "machines", "attack", "exhaustive"), "server/src/**/*.long.test.ts"],
};

interface DatabaseRun {
  database: "embedded" | "postgres";
  /** Default: `plain`. */
  files?: { include: string[]; exclude: string[] };
  /** False: no response is cached. */
  fromMemory?: boolean;
  /** Each file loads its modules anew: for races and attacks, which leave much behind and measure memory. */
  isolate?: boolean;
  /** Of the coordinator of a distributed database. */
  citusUrl?: string;
}

function onDatabase(name: string, { database, files = plain, fromMemory = true, isolate = false, citusUrl }: DatabaseRun) {
  return {
    test: {
      ...files,
      name,
      isolate,
      globalSetup: ["test/kit/build-server.ts", "test/kit/prepare-database.ts"],
      ...patience,
      provide: {
        database,
        isDistributed: citusUrl !== undefined,
        postgresUrl: citusUrl ?? postgresUrl,
        redisUrl: hasRedis ? redisUrl : "",
        fromMemory,
        isLong: isLong(name),
        isolate,
      },
    },
  };
}

/** Files that need neither a server nor a database. */
function withoutServer(name: string) {
  return {
    // As the studio's build does: the first that fits decides.
    resolve: { alias: { "@vitrine/client/admin": at("client/src/admin.ts"), "@vitrine/client": at("client/src/index.ts") } },
    test: { ...only("unit"), name, isolate: false, ...patience, provide: { isLong: isLong(name) } },
  };
}

const isLong = (name: string) => name.startsWith("long");
const only = (...kinds: string[]) => ({ include: ofKind(...kinds), exclude: notBuilt });
// The proofs about answers that may come from memory.
const answered = {
  include: ["server/src/pipeline/**/*.test.ts", "test/proofs/{operations,fuzz,*tenants}*.test.ts"],
  exclude: ofKind("unit", "long"),
};
// Each answer of a feature, with nothing from memory: on request, as the proofs above do the same with every operation.
const uncached = {
  include: ["server/src/features/{content,shop}/**/*.test.ts"],
  exclude: ofKind("unit", "long"),
};
const studioInBrowsers = { include: ["test/browser/studio-*.test.ts", ...ofKind("attack")], exclude: notBuilt };

// Named files and tests on the command line make a run that is not whole, and so does a part of all files.
const isWholeRun = process.argv.slice(3).every((argument) => /^--(project|maxWorkers)=/.test(argument));
const isPart = process.argv.slice(3).every((argument) => /^--(project|maxWorkers|shard)=/.test(argument));

export default defineConfig({
  test: {
    maxWorkers: 3,
    reporters: [
      "default",
      new ClosingReporter(hasPostgres && hasRedis && hasMachines && isPart),
      ...(process.env.RECORD_ATTACKS === "true" ? [new AttackReporter({ whole: isWholeRun })] : []),
    ],
    projects: [
      withoutServer("unit"),
      withoutServer("long, unit"),
      onDatabase(database, { database }),
      onDatabase("long, embedded", { database: "embedded" }),
      onDatabase("long, races, embedded", { database: "embedded", files: only("long"), isolate: true }),
      onDatabase("long, once", { database: "embedded", files: only("once"), isolate: true }),
      onDatabase("long, attacks, embedded", { database: "embedded", files: only("attack", "exhaustive"), isolate: true }),
      ...(hasPostgres
        ? [
            onDatabase("long, postgres", { database: "postgres" }),
            onDatabase("long, races, postgres", { database: "postgres", files: only("long"), isolate: true }),
            onDatabase("long, nothing from memory", { database: "postgres", files: answered, fromMemory: false }),
            onDatabase("long, attacks, nothing from memory", { database: "postgres", files: uncached, fromMemory: false }),
            onDatabase("long, attacks, postgres", { database: "postgres", files: studioInBrowsers, isolate: true }),
          ]
        : []),
      ...(citusUrl === undefined ? [] : [onDatabase("long, citus", { database: "postgres", citusUrl, files: distributed })]),
      ...(hasMachines
        ? [{ test: { name: "long, machines", include: ofKind("machines"), globalSetup: ["test/kit/build-server.ts"], ...patience } }]
        : []),
    ],
  },
});
