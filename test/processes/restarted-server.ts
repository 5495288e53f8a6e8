import { join } from "node:path";
import { afterAll, beforeAll, inject } from "vitest";
import { openTestDatabase, type TestDatabase } from "../kit/database.ts";
import { scratchFolder } from "../kit/vitrine-process.ts";
import { crashingProcesses, type CrashingProcess } from "./crashing-process.ts";
import { killAtSteps, type KilledFlow } from "./killed-steps.ts";

/** A server without a payment processor for the tests of a file, killed and started again on the same database. */
export function restartedServer() {
  let folder: Awaited<ReturnType<typeof scratchFolder>>;
  let database: TestDatabase | undefined;
  let running: CrashingProcess;
  let nowMs = Date.parse("2026-11-20T09:30:00.000Z");
  const processes = crashingProcesses();
  const restart = async () => {
    await running?.kill();
    const databaseFolder = join(folder.path, "database");
    running = await processes.next({ databaseUrl: database?.url, folder: databaseFolder, processorUrl: "http://127.0.0.1:9", nowMs });
  };

  beforeAll(async () => {
    folder = await scratchFolder();
    if (inject("database") !== "embedded") database = await openTestDatabase();
    await restart();
  });
  afterAll(async () => {
    await processes.close();
    await database?.drop();
    await folder.remove();
  });

  return {
    /** The process that runs now. */
    get server(): CrashingProcess {
      return running;
    },
    get nowMs(): number {
      return nowMs;
    },
    /** Lets time go by, for this process and those after it. */
    pass: async (milliseconds: number) => {
      nowMs += milliseconds;
      await running.setClock(nowMs);
    },
    killAtSteps: <Begun, Result>(stride: number, flow: Omit<KilledFlow<Begun, Result>, "server" | "restart">) =>
      killAtSteps(stride, { server: () => running, restart, ...flow }),
  };
}
