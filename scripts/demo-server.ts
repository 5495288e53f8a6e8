import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { cachePurges } from "../server/src/adapters/cache-purges.ts";
import { stripeEvents } from "../server/src/adapters/stripe-events.ts";
import { argon2Passwords } from "../server/src/adapters/argon2-passwords.ts";
import { openEmbeddedDatabase } from "../server/src/adapters/embedded-database.ts";
import { buildApp } from "../server/src/app.ts";
import { assemble } from "../server/src/bootstrap/assemble.ts";
import { prepareDemo } from "../server/src/demo.ts";
import { taskHandlers, taskKinds } from "../server/src/jobs.ts";
import { clientsBehind } from "../server/src/lib/http/client-address.ts";
import type { OperationSpec } from "../server/src/lib/http/operation.ts";
import { KeyRing } from "../server/src/lib/secrets/secret.ts";
import { migrate } from "../server/src/lib/sql/migrate.ts";
import { Outbox } from "../server/src/lib/tasks/outbox.ts";
import type { Clock } from "../server/src/ports/clock.ts";
import type { Ids } from "../server/src/ports/ids.ts";
import type { DemoSite } from "../server/src/ports/local-server.ts";
import type { Mail } from "../server/src/ports/mailer.ts";
import type { Processor } from "../server/src/ports/processor.ts";
import { openTestMedia } from "../test/kit/media.ts";
import { testConfig } from "../test/kit/test-config.ts";
import { localWebhooks } from "../test/kit/webhook-sender.ts";

/** A server with the demo site and nothing outside, on which the same calls always get the same responses, but for secrets. */
export interface DemoServer {
  url: string;
  demo: DemoSite;
  operations: readonly OperationSpec[];
  clock: Clock & { advance(milliseconds: number): void };
  /** The text of the newest mail to the address. */
  mailTo(address: string): Promise<string>;
  close(): Promise<void>;
}

/** The address in its responses. */
export const demoUrl = "http://localhost:3000";

export async function startDemoServer(): Promise<DemoServer> {
  const clock = standingClock();
  const ids = countingIds();
  const secrets = new KeyRing([{ id: "0", bytes: new Uint8Array(32).fill(7) }]);
  const log = pino({ level: "silent" });
  const mails: Mail[] = [];
  const sql = await openEmbeddedDatabase({});
  await migrate(sql);
  const processor = countingProcessor();
  const files = await openTestMedia(demoUrl);
  const outside = { sql, clock, ids, secrets, processor, publicUrl: demoUrl };
  const demo = await prepareDemo({ ...outside, files: () => Promise.resolve(files), progress: () => undefined });
  const config = testConfig({ publicUrl: demoUrl, database: { kind: "embedded" }, signup: "on" });
  const mailer = { send: async (mail: Mail) => void mails.push(mail), close: async () => undefined };
  const hashing = argon2Passwords({ memoryCost: 64, timeCost: 1, parallelism: 1 });
  const { store, pictures, media } = files;
  const webhookSender = localWebhooks();
  const parts = {
    store,
    pictures,
    media,
    sql,
    clock,
    ids,
    secrets,
    log,
    processor,
    mailer,
    hashing,
    webhookSender,
    cachePurger: cachePurges({ kind: "none" }),
  };
  const { deps, directory } = assemble(config, parts);
  const outbox = new Outbox({ sql, clock, log, kinds: taskKinds, handlers: taskHandlers(deps), onOutcome: () => undefined });
  const { app, server, operations } = await buildApp({
    deps,
    directory,
    limits: undefined,
    clients: clientsBehind([]),
    hotReads: false,
    operating: { metrics: false },
    local: undefined,
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    demo,
    operations,
    clock,
    mailTo: async (address) => {
      await outbox.runDue();
      const mail = mails.filter(({ to }) => to === address).at(-1);
      if (!mail) throw new Error(`No mail was sent to ${address}.`);
      return mail.text;
    },
    close: async () => {
      await app.close();
      await outbox.close();
      await directory.close();
      await files.close();
      await sql.close();
    },
  };
}

function standingClock(): DemoServer["clock"] {
  let now = Date.parse("2026-11-20T09:30:00.000Z");
  return { now: () => new Date(now), monotonicMs: () => now, advance: (milliseconds) => (now += milliseconds) };
}

/** Ids of the right form that count. */
function countingIds(): Ids {
  let idCount = 0;
  const next = (version: number) => `019aa0b1-2e40-${version}000-8000-${(idCount += 1).toString(16).padStart(12, "0")}`;
  return { next: () => next(7), secret: () => next(4) };
}

/** Opens payments with ids that count. Nobody pays them. */
function countingProcessor(): Processor {
  let paymentCount = 0;
  const never = () => Promise.reject(new Error("No example asks for this."));
  return {
    ...stripeEvents,
    open: async (_key, { page }) => {
      const number = String((paymentCount += 1)).padStart(4, "0");
      const intentId = `pi_example${number}`;
      if (!page) return { sessionId: null, intentId, handover: `${intentId}_secret_example` };
      const sessionId = `cs_test_example${number}`;
      return { sessionId, intentId: null, handover: `http://localhost:3001/pay/${sessionId}` };
    },
    read: never,
    end: never,
    refund: never,
    findRefund: never,
    close: async () => undefined,
  };
}
