import { pino } from "pino";
import { systemClock, systemIds } from "../server/src/adapters/system.ts";
import { buildApp } from "../server/src/app.ts";
import { SiteDirectory } from "../server/src/features/sites/index.ts";
import { primaryOnly } from "../server/src/lib/published-source.ts";
import { PublishedAnswers } from "../server/src/lib/published-answer.ts";
import { declaredProblems, type Problem } from "../server/src/lib/problem.ts";
import { Turns } from "../server/src/lib/turns.ts";
import { KeyRing } from "../server/src/lib/secret.ts";
import { describeApi } from "../server/src/pipeline/description.ts";
import { version } from "../server/src/version.ts";
import type { Database } from "../server/src/ports/database.ts";

/** The API description as it is committed, with a neutral address, and every problem that the code declares. */
export async function describeForReview(): Promise<{ document: object; problems: Problem[] }> {
  const unused = () => Promise.reject(new Error("The description needs no database."));
  const sql: Database = Object.assign(unused, {
    begin: unused,
    listen: unused,
    close: async () => undefined,
    isHeldExclusively: () => false,
    description: "none",
  });
  const directory = new SiteDirectory({ sql, clock: systemClock, globalOrigins: [], allowLoopbackOrigins: false });
  const publicUrl = "http://localhost:3000";
  const { app, addresses } = await buildApp({
    deps: {
      sql,
      clock: systemClock,
      ids: systemIds,
      secrets: new KeyRing([{ id: "none", bytes: new Uint8Array(32) }]),
      log: pino({ level: "silent" }),
      answers: new PublishedAnswers(0, {}, systemClock),
      published: primaryOnly(sql),
      sites: directory,
      turns: new Turns({ atOnce: 5, maxWaiting: 500 }),
      passwords: { turn: unused, counts: () => ({ running: 0, waiting: 0, refused: 0 }) },
      processorTurns: new Turns({ atOnce: 1, maxWaiting: 0 }),
      processor: { open: unused, read: unused, end: unused, refund: unused, close: async () => undefined },
      mailer: { send: unused, close: async () => undefined },
      mailFrom: { name: "", address: "" },
      mailsPerClient: undefined,
      signup: "on",
      submissionsPerClient: undefined,
      failedLogins: { perClient: 10, perAccount: 100 },
      publicUrl,
      draining: new AbortController().signal,
    },
    directory,
    limits: undefined,
    clientAddress: () => "",
    hotReads: false,
    metrics: "on",
    local: undefined,
  });
  const document = describeApi(addresses.operations, { publicUrl, version });
  await app.close();
  return { document, problems: declaredProblems() };
}
