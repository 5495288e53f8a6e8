import type { AddressInfo } from "node:net";
import { randomBytes } from "node:crypto";
import { pino } from "pino";
import { inject } from "vitest";
import { systemIds } from "../../server/src/adapters/system.ts";
import { argon2Passwords } from "../../server/src/adapters/argon2-passwords.ts";
import { cachePurges } from "../../server/src/adapters/cache-purges.ts";
import { buildApp, type VitrineApp } from "../../server/src/app.ts";
import { assemble } from "../../server/src/bootstrap/assemble.ts";
import type { Deps } from "../../server/src/deps.ts";
import type { ImportReport } from "../../server/src/features/content/bundle/index.ts";
import type { SiteDirectory } from "../../server/src/features/server/sites/index.ts";
import { demoApiKey, demoSlug } from "../../server/src/demo.ts";
import type { ResolveName } from "../../server/src/adapters/system-names.ts";
import { webhookHttp } from "../../server/src/adapters/webhook-http.ts";
import { AddressNetworks, loopbackNetworks } from "../../server/src/lib/http/address-networks.ts";
import { LiveUpdates } from "../../server/src/lib/http/live-updates.ts";
import { clientsBehind } from "../../server/src/lib/http/client-address.ts";
import { passwordLimiter } from "../../server/src/lib/limits/password-limiter.ts";
import { Outbox } from "../../server/src/lib/tasks/outbox.ts";
import { RequestLimits, type RequestRates } from "../../server/src/lib/http/request-limits.ts";
import { ConcurrencyLimiter } from "../../server/src/lib/limits/concurrency-limiter.ts";
import { KeyRing } from "../../server/src/lib/secrets/secret.ts";
import type { TracingSettings } from "../../server/src/lib/observing/tracing-settings.ts";
import type { Clock } from "../../server/src/ports/clock.ts";
import type { Database } from "../../server/src/ports/database.ts";
import type { PasswordHashing } from "../../server/src/ports/password-hashing.ts";
import type { CachePurger } from "../../server/src/ports/cache-purger.ts";
import type { CaughtMail, CaughtMails, Mailer } from "../../server/src/ports/mailer.ts";
import { taskHandlers, taskKinds } from "../../server/src/jobs.ts";
import { ValueCache } from "../../server/src/lib/published/value-cache.ts";
import { observe } from "../../server/src/bootstrap/observe.ts";
import { stripeEvents } from "../../server/src/adapters/stripe-events.ts";
import { stripeProcessor } from "../../server/src/adapters/stripe-processor.ts";
import { checkPayments, sandboxEndpoints } from "../../server/src/features/shop/payments/index.ts";
import { startSandbox } from "../../sandbox/src/index.ts";
import type { ObjectStore } from "../../server/src/ports/object-store.ts";
import type { Pictures } from "../../server/src/ports/pictures.ts";
import { ProcessorFailure, type Processor } from "../../server/src/ports/processor.ts";
import { bundleImports, type GivenImportOptions } from "./bundle-imports.ts";
import { openTestDatabase, type TestDatabase } from "./database.ts";
import { fetchAtHost } from "./fetch-at-host.ts";
import { openTestMedia } from "./media.ts";
import { textUntilId } from "./event-stream.ts";
import { carriedOut, checkPromises } from "./promises.ts";
import { sandboxClient, type SandboxClient } from "./sandbox-client.ts";
import { testConfig } from "./test-config.ts";

/** A clock that stands until a test moves it. */
export class TestClock implements Clock {
  #now = Date.parse("2026-11-20T09:30:00.000Z");
  #monotonicMs = 1_000_000;
  now(): Date {
    return new Date(this.#now);
  }
  monotonicMs(): number {
    return this.#monotonicMs;
  }
  /** Below 0, the clock on the wall is set back, as somebody may do; the other one never goes back. */
  advance(milliseconds: number): void {
    this.#now += milliseconds;
    this.#monotonicMs += Math.max(0, milliseconds);
  }
}

export interface TestServerOptions {
  /** Absent: one that stands still. */
  clock?: TestClock;
  /** Absent: one is made, and dropped when the server stops. */
  database?: TestDatabase;
  /** A wrapper around the server's database. */
  throughSql?(sql: Database): Database;
  globalOrigins?: string[];
  allowLoopbackOrigins?: boolean;
  limits?: Partial<RequestRates>;
  trustedProxies?: string[];
  connectionsPerClient?: number;
  publicUrl?: string;
  fromMemory?: boolean;
  /** Of what reads keep of a site's content. 1: nothing, so that each read runs its statements. */
  keptBytes?: number;
  /** The parts of a server on a laptop: the demo site's pictures, and the mails. */
  local?: boolean;
  printsSignIn?: boolean;
  /** The mailer, instead of the list that tests read. */
  mailer?: Mailer;
  /** Replaces Argon2id, behind the same queue, in which this many may wait. */
  hashing?: PasswordHashing;
  passwordsWaiting?: number;
  mailsPerClient?: number;
  signup?: "on" | "off";
  /** False: it takes no sign-in links. */
  isPrivate?: boolean;
  /** Of another server on the same database. */
  secrets?: KeyRing;
  submissionsPerClient?: number;
  /** With a sandbox processor of its own, which has the server's clock and sends it events. */
  takesPayments?: boolean;
  /** A wrapper around the server's processor; with `takesPayments` false, the processor. */
  throughProcessor?(processor: Processor): Processor;
  /** Fails or waits where a test says so. */
  throughStore?(store: ObjectStore): ObjectStore;
  pictures?: Pictures;
  /** Requests of a site that may wait for the processor at once. */
  processorLimiter?: { atOnce: number; maxWaiting: number; maxWaitMs?: number };
  processorTimeoutMs?: number;
  /** Networks that webhooks may lead to besides the internet. Absent: this machine. */
  webhookNetworks?: string[];
  /** Absent: no name has an address. */
  resolveName?: ResolveName;
  webhookTimeoutMs?: number;
  /** Absent: there are no caches in front. */
  cachePurger?: CachePurger;
  /** Absent: no traces. */
  tracing?: TracingSettings;
  /** Further routes, for behaviour of the pipeline that no operation needs yet. */
  moreOperations?: Parameters<typeof buildApp>[0]["moreOperations"];
}

export interface TestSite {
  slug: string;
  id: string;
  key: string;
}

/** One request, and its response in the form that tests need. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  json: unknown;
}

export interface TestServer {
  url: string;
  port: number;
  clock: TestClock;
  deps: Deps;
  vitrine: VitrineApp;
  directory: SiteDirectory;
  /** Mails that were sent, the first one first. */
  mails: CaughtMail[];
  /** Runs every due task of the outbox. */
  runTasks(): Promise<void>;
  /** Checks every due payment. */
  checkPayments(): Promise<void>;
  /** The processor of a server that takes payments. */
  sandbox: SandboxClient;
  logged(): string;
  /** Sends a request without credentials, and checks the response against everything that is promised of every response. */
  ask(path: string, init?: RequestInit & { key?: string }): Promise<Answer>;
  /** Imports a bundle as a site of its own: slug and key are made unless given. */
  addSite(bundle?: Record<string, unknown>): Promise<TestSite>;
  /** Imports a bundle text or object as it is. */
  import(bundle: unknown, options?: GivenImportOptions): Promise<ImportReport>;
  stop(): Promise<void>;
}

const away = () => Promise.reject(new ProcessorFailure("unreachable"));
/** For a server without payments. */
const noProcessor: Processor = {
  ...stripeEvents,
  open: away,
  read: away,
  end: away,
  refund: away,
  findRefund: away,
  close: async () => undefined,
};

/** Passwords are hashed as in production, only faster. */
const cheap = { memoryCost: 64, timeCost: 1, parallelism: 1 };

export const cms = "/api/public/v1";
export const shop = "/api/v1/shop";

/** The real server over HTTP on a database of its own, with time standing still. */
export async function startServer(options: TestServerOptions = {}): Promise<TestServer> {
  const database = options.database ?? (await openTestDatabase());
  const clock = options.clock ?? new TestClock();
  const lines: string[] = [];
  const log = pino({ level: "trace", base: null }, { write: (line: string) => void lines.push(line) });
  const hashing = options.hashing ?? argon2Passwords(cheap);
  const fromMemory = options.fromMemory ?? inject("fromMemory");
  const publicUrl = options.publicUrl ?? "http://localhost:3000";
  const observation = await observe({ tracing: options.tracing, publicUrl }, log);
  const sql = observation.database(options.throughSql?.(database.sql) ?? database.sql);
  const mails: CaughtMail[] = [];
  const mailbox: Mailer & CaughtMails = {
    send: async (mail) => void mails.push({ ...mail, id: systemIds.next(), caughtAt: clock.now().toISOString() }),
    close: async () => undefined,
    list: () => [...mails].reverse(),
    find: (id) => mails.find((mail) => mail.id === id),
  };
  let ownUrl = "";
  const sandbox = options.takesPayments
    ? await startSandbox({
        port: 0,
        host: "127.0.0.1",
        now: () => clock.now(),
        endpointsOf: (secretKey) => sandboxEndpoints({ sql: database.sql, secrets: deps.secrets }, ownUrl, secretKey),
      })
    : undefined;
  const processor = sandbox
    ? stripeProcessor({ apiUrl: `http://127.0.0.1:${sandbox.port}`, timeoutMs: options.processorTimeoutMs ?? 10_000 })
    : noProcessor;
  const config = testConfig({
    publicUrl,
    allowedOrigins: options.globalOrigins ?? [],
    signup: options.signup ?? "on",
    webhookAllowedNetworks: options.webhookNetworks ?? loopbackNetworks,
    cacheBytes: fromMemory ? 8 * 1024 * 1024 : 0,
    // Pages of any port of localhost may call an embedded server.
    ...(options.allowLoopbackOrigins ? { database: { kind: "embedded" } } : {}),
  });
  const files = await openTestMedia(publicUrl);
  const { deps, directory, drain } = assemble(
    config,
    {
      sql,
      clock,
      ids: systemIds,
      log,
      secrets: options.secrets ?? new KeyRing([{ id: "test", bytes: randomBytes(32) }]),
      processor: observation.processor(options.throughProcessor?.(processor) ?? processor),
      mailer: observation.mailer(options.mailer ?? mailbox),
      webhookSender: observation.webhookSender(
        webhookHttp({
          networks: new AddressNetworks(config.webhookAllowedNetworks),
          resolveName: options.resolveName ?? (() => Promise.reject(new Error("no name servers"))),
          ...(options.webhookTimeoutMs !== undefined && { timeoutMs: options.webhookTimeoutMs }),
        }),
      ),
      cachePurger: observation.cachePurger(options.cachePurger ?? cachePurges({ kind: "none" })),
      hashing,

      store: options.throughStore?.(files.store) ?? files.store,
      pictures: observation.pictures(options.pictures ?? files.pictures),
      media: files.media,
    },
    {
      siteLimiter: new ConcurrencyLimiter({ atOnce: 5, maxWaiting: 500 }),
      passwords: passwordLimiter(hashing, clock, { inAll: 2, maxWaiting: options.passwordsWaiting ?? 1_000 }),
      ...(options.keptBytes ? { valueCache: new ValueCache(options.keptBytes) } : {}),
      ...(options.processorLimiter ? { processorLimiter: new ConcurrencyLimiter(options.processorLimiter) } : {}),
      isPrivate: options.isPrivate ?? true,
      mailsPerClient: options.mailsPerClient,
      submissionsPerClient: options.submissionsPerClient,
    },
  );
  const outbox = new Outbox({
    sql: database.sql,
    clock,
    log,
    kinds: taskKinds,
    handlers: observation.handlers(taskHandlers(deps)),
    onOutcome: observation.onTaskOutcome,
  });
  const plenty = { perSecond: 1_000_000, burst: 1_000_000 };
  const limits = new RequestLimits({
    clock,
    rates: { reads: plenty, writes: plenty, credentials: plenty, processorTime: plenty, ...options.limits },
  });
  observation.server({ ...deps, directory, limits });
  const vitrine = await buildApp({
    deps,
    directory,
    limits,
    clients: clientsBehind(options.trustedProxies ?? []),
    connectionsPerClient: options.connectionsPerClient,
    hotReads: fromMemory,
    operating: { metrics: true },
    registry: observation.registry,
    tracing: observation.tracing,
    local: options.local
      ? {
          caughtMails: mailbox,
          live: new LiveUpdates(),
          hasStartPage: true,
          printsSignIn: options.printsSignIn ?? false,
          showsOwnSites: true,
          sandboxUrl: undefined,
          viewerUrl: undefined,
          commandPrefix: "",
          demo: { slug: demoSlug, apiKey: demoApiKey, previewToken: undefined },
        }
      : undefined,
    ...(options.moreOperations ? { moreOperations: options.moreOperations } : {}),
  });
  await vitrine.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = vitrine.server.address() as AddressInfo;
  const url = (ownUrl = `http://127.0.0.1:${port}`);
  return {
    url,
    port,
    clock,
    deps,
    vitrine,
    directory,
    mails,
    runTasks: () => outbox.runDue(),
    checkPayments: () => checkPayments.run(deps),
    sandbox: sandboxClient(sandbox ? `http://127.0.0.1:${sandbox.port}` : "http://sandbox.invalid"),
    logged: () => lines.join(""),
    ask: async (path, { key, ...init } = {}) => {
      const headers = { ...(key ? { "x-api-key": key } : {}), ...(init.headers as Record<string, string>) };
      const response = await ("host" in headers ? fetchAtHost : fetch)(url + path, { ...init, headers });
      const text = await textUntilId(response);
      const method = init.method ?? "GET";
      // With the server's log: a failure that happens once in a hundred runs must be explained at once.
      if (response.status === 500) {
        throw new Error(`The server must not fail: ${method} ${path}: ${lines.filter((line) => line.includes("unexpected error")).at(-1)}`);
      }
      checkPromises(vitrine, carriedOut(method, init.headers), path, response, text);
      const type = response.headers.get("content-type") ?? "";
      return {
        status: response.status,
        headers: response.headers,
        text,
        json: type.includes("json") && text !== "" ? JSON.parse(text) : undefined,
      };
    },
    ...bundleImports({ ...deps, sql: database.sql }, publicUrl),
    stop: async () => {
      drain();
      await sandbox?.close();
      await vitrine.app.close();
      await deps.threads.close();
      await deps.tableThreads.close();
      await deps.processor.close();
      await outbox.close();
      await directory.close();
      await observation.close();
      await files.close();
      if (!options.database) await database.drop();
    },
  };
}
