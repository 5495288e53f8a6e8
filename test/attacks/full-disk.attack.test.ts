import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { afterEach, describe, expect, inject, test } from "vitest";
import { createClient, isVitrineError } from "../../client/src/index.ts";
import { startPostgresServer } from "../machines/postgres-server.ts";
import { startLoad, unexpected, type Tally } from "../machines/load.ts";
import { publishSite, quiet } from "../machines/site.ts";
import { scratchFolder, serveProcess, vitrine } from "../kit/vitrine-process.ts";
import { recordAttack } from "./record.ts";
import { canMount, openSmallDisk, type SmallDisk } from "./small-disk.ts";

const isEmbedded = inject("database") === "embedded";
const mayMount = canMount();
const soon = { timeout: 20_000, interval: 50 };

let cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
  cleanups = [];
});

function openDisk(sizeMiB: number): SmallDisk {
  const disk = openSmallDisk(sizeMiB);
  cleanups.push(() => disk.remove());
  return disk;
}

/** Submits a form again and again, each time with another text of 40 KiB, and keeps the names of the accepted ones. */
function startWriting(url: string, apiKey: string) {
  const { forms } = createClient({ baseUrl: url, apiKey, retries: 0, timeoutMs: 15_000 });
  const taken: string[] = [];
  const outcomes: Record<string, number> = {};
  let over = false;
  const running = (async () => {
    for (let turn = 0; !over; turn += 1) {
      const name = `submission ${turn}`;
      const outcome = await forms
        .submitForm({ slug: "contact", data: { text: `${name}|${randomBytes(30 * 1024).toString("base64")}` } })
        .then(
          () => "ok",
          (error: unknown) => (isVitrineError(error) ? (error.status === 0 ? error.code : String(error.status)) : String(error)),
        );
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      if (outcome === "ok") taken.push(name);
      else await wait(20);
    }
  })();
  return {
    taken,
    outcomes: outcomes as Tally,
    stop: async () => {
      over = true;
      await running;
    },
  };
}

/** Whether a write succeeds again that failed at first. */
async function isTakenAgain({ taken }: { taken: string[] }): Promise<void> {
  const before = taken.length;
  await expect.poll(() => taken.length, soon).toBeGreaterThan(before);
}

const isUp = (url: string) =>
  fetch(`${url}/healthz`, { signal: AbortSignal.timeout(5_000) }).then(
    ({ status }) => status,
    () => 0,
  );

// needs: server-postgres. A cluster of its own lies on the small disk.
describe.skipIf(isEmbedded || !mayMount)("a server whose PostgreSQL has no disk space", () => {
  test("returns 503 for writes, keeps reading, and recovers by itself", { timeout: 180_000 }, async (context) => {
    const disk = openDisk(320);
    const postgres = await startPostgresServer(disk.path);
    cleanups.push(() => postgres.remove());
    const folder = await scratchFolder();
    cleanups.push(() => folder.remove());
    const env = { ...quiet, DATABASE_URL: postgres.url, DATA_DIR: join(folder.path, "data") };
    const site = await publishSite(env);
    const server = await serveProcess([], env);
    cleanups.push(() => server.end("SIGKILL"));
    const load = startLoad({ urls: [server.url], apiKey: site.apiKey, clients: 4, pauseMs: 10 });
    const writing = startWriting(server.url, site.apiKey);
    await isTakenAgain(writing);
    const answersSelf = () =>
      postgres.run("select 1").then(
        () => true,
        () => false,
      );

    const rounds = 4;
    let wentDown = 0;
    for (let round = 0; round < rounds; round += 1) {
      // In turn: no space at all, which fails statements; and none for the log, which ends PostgreSQL.
      const isLog = round % 2 === 1;
      const before = load.tally();
      disk.fill(isLog ? 10 : 0);
      const noLogIsLeft = async () => {
        await postgres.run("select pg_switch_wal()").catch(() => undefined);
        return answersSelf();
      };
      if (isLog) await expect.poll(noLogIsLeft, soon).toBe(false);
      else await expect.poll(() => load.tally()["submitForm 503"] ?? 0, soon).toBeGreaterThan(before["submitForm 503"] ?? 0);
      const meanwhile = load.tally();
      const refused = writing.outcomes["503"] ?? 0;
      await expect.poll(() => writing.outcomes["503"] ?? 0, soon).toBeGreaterThan(refused + 20);
      // Statements that write nothing succeed as long as PostgreSQL runs.
      if (!isLog) {
        for (const read of ["getPage ok", "listProducts ok"])
          expect(load.tally()[read] ?? 0, read).toBeGreaterThan(meanwhile[read] ?? Infinity);
      }
      expect(await isUp(server.url)).toBe(200);
      disk.makeRoom();
      if (isLog) {
        wentDown += 1;
        // It may already be restarting by itself.
        await postgres.stop("immediate").catch(() => undefined);
        await postgres.start();
      }
      await isTakenAgain(writing);
    }
    await writing.stop();
    const tally = await load.stop();
    console.info(`${rounds} times full, ${wentDown} times PostgreSQL went down: ${JSON.stringify({ ...tally, ...writing.outcomes })}`);
    expect(unexpected(tally, / (ok|503)$/)).toEqual({});
    expect(unexpected(writing.outcomes, /^(ok|503)$/)).toEqual({});
    expect(server.output()).not.toContain("unexpected error");

    const client = new pg.Client(postgres.url);
    await client.connect();
    const { rows } = await client.query<{ text: string }>("select split_part(data ->> 'text', '|', 1) as text from form_submissions");
    await client.end();
    const storedTexts = new Set(rows.map(({ text }) => text));
    expect(writing.taken.filter((name) => !storedTexts.has(name))).toEqual([]);
    expect(rows.filter(({ text }) => text === "Hello").length).toBeGreaterThanOrEqual(tally["submitForm ok"] ?? Infinity);
    expect(await server.end("SIGTERM")).toBe(0);
    recordAttack(context, {
      attack: "The disk of PostgreSQL full, in turn for its tables and for its log, under load",
      unit: "requests",
      tried: sum(tally) + sum(writing.outcomes),
      promise: "every response was a success or a 503, no accepted write is lost, and it recovered by itself",
    });
  });
});

// needs: embedded. Its data folder lies on the small disk.
describe.skipIf(!isEmbedded || !mayMount)("a server whose embedded database has no disk space", () => {
  test.each([0, 8, 24])("that has %i MiB at the first start says that the disk is full", { timeout: 120_000 }, async (leftMiB) => {
    const disk = openDisk(64);
    disk.fill(leftMiB);
    const { code, stderr } = await vitrine(["serve"], { ...quiet, PORT: "0", DATA_DIR: join(disk.path, "data") });
    expect([code, stderr]).toEqual([1, expect.stringMatching(/disk .*is full|disk is full/) as string]);
    expect(stderr).not.toMatch(/\[object|\n {4}at /);
  });

  const start = async (disk: SmallDisk) => {
    const env = { ...quiet, HOST: "127.0.0.1", DATA_DIR: join(disk.path, "data") };
    const site = await publishSite(env);
    const server = await serveProcess([], env);
    cleanups.push(() => server.end("SIGKILL"));
    return { env, site, server };
  };
  const storedIn = async (env: Readonly<Record<string, string>>) => {
    const { stdout } = await vitrine(["site", "list", "--json"], env);
    const { slug } = (JSON.parse(stdout) as { slug: string }[])[0] ?? { slug: "" };
    const { stdout: lines, code } = await vitrine(["form", "submissions", slug, "contact", "--json"], env);
    expect(code).toBe(0);
    return lines;
  };

  test("returns 503, reports the reason, and has all acknowledged writes after the next start", { timeout: 180_000 }, async (context) => {
    const disk = openDisk(400);
    const { env, site, server } = await start(disk);
    const load = startLoad({ urls: [server.url], apiKey: site.apiKey, clients: 3, pauseMs: 10 });
    const writing = startWriting(server.url, site.apiKey);
    await isTakenAgain(writing);
    const hasStopped = () => server.output().includes("The embedded database stopped");

    // A completely full disk fails statements, and nothing else; the log takes the last space before.
    let times = 0;
    for (const left of [0, 20, 18, 20, 18, 20, 18]) {
      if (hasStopped()) break;
      times += 1;
      const refused = writing.outcomes["503"] ?? 0;
      disk.fill(left);
      await expect.poll(() => writing.outcomes["503"] ?? 0, soon).toBeGreaterThan(refused + 20);
      expect(await isUp(server.url)).toBe(200);
      disk.makeRoom();
      if (!hasStopped()) await isTakenAgain(writing);
    }
    expect(hasStopped()).toBe(true);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
    await writing.stop();
    const tally = await load.stop();
    console.info(`${times} times full, then stopped: ${JSON.stringify({ ...tally, ...writing.outcomes })}`);
    expect(unexpected(tally, / (ok|503)$/)).toEqual({});
    expect(unexpected(writing.outcomes, /^(ok|503)$/)).toEqual({});
    expect(server.output()).not.toContain("unexpected error");
    expect(await server.end("SIGTERM")).toBe(0);

    const storedRows = await storedIn(env);
    expect(writing.taken.filter((name) => !storedRows.includes(`"${name}|`))).toEqual([]);
    const again = await serveProcess([], env);
    cleanups.push(() => again.end("SIGKILL"));
    const { forms } = createClient({ baseUrl: again.url, apiKey: site.apiKey, retries: 0 });
    await forms.submitForm({ slug: "contact", data: { text: "Afterwards" } });
    recordAttack(context, {
      attack: "The disk of the embedded database full, until it stopped, under load",
      unit: "requests",
      tried: sum(tally) + sum(writing.outcomes),
      promise: "every response was a success or a 503, and no accepted write is lost",
    });
  });
});

// needs: embedded. The handling of unwritable log lines does not depend on the database.
test.skipIf(!isEmbedded || !mayMount)("a server that cannot write its log keeps serving", { timeout: 180_000 }, async (context) => {
  const disk = openDisk(4);
  const folder = await scratchFolder();
  cleanups.push(() => folder.remove());
  const env = { ...quiet, HOST: "127.0.0.1", DATA_DIR: folder.path };
  const site = await publishSite(env);
  const file = join(disk.path, "log");
  const server = await serveProcess([], env, { log: file });
  cleanups.push(() => server.end("SIGKILL"));
  disk.fill(0);
  const load = startLoad({ urls: [server.url], apiKey: site.apiKey, clients: 4, pauseMs: 0 });
  await expect.poll(() => sum(load.tally()), soon).toBeGreaterThan(1_000);
  const length = server.output().length;
  disk.makeRoom();
  // Unwritten lines are lost, or come now; the log goes on.
  await expect.poll(() => server.output().length, soon).toBeGreaterThan(length);
  const tally = await load.stop();
  expect(unexpected(tally, / ok$/)).toEqual({});
  expect(await server.end("SIGTERM")).toBe(0);
  recordAttack(context, {
    attack: "The disk of the log full",
    unit: "requests",
    tried: sum(tally),
    promise: "every request got a response, and the log went on once there was room",
  });
});

function sum(tally: Tally): number {
  return Object.values(tally).reduce((all, count) => all + count, 0);
}
