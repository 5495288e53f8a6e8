import { once } from "node:events";
import { existsSync } from "node:fs";
import type { Server } from "node:http";
import { Server as NetServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import type { Logger } from "pino";
import { argon2Passwords } from "../adapters/argon2-passwords.ts";
import { cachePurges } from "../adapters/cache-purges.ts";
import { keepTicksFast } from "../adapters/fast-ticks.ts";
import { startPictures } from "../adapters/picture-pool.ts";
import { systemClock, systemIds } from "../adapters/system.ts";
import { systemNames } from "../adapters/system-names.ts";
import { webhookHttp } from "../adapters/webhook-http.ts";
import { AddressNetworks } from "../lib/http/address-networks.ts";
import { buildApp } from "../app.ts";
import { assemble, mediaOptions } from "./assemble.ts";
import { openObjectStore, openStore } from "./open-object-store.ts";
import type { Config } from "../config.ts";
import { periodicJobs, taskHandlers, taskKinds } from "../jobs.ts";
import { listenForCommands } from "./control-socket.ts";
import { isLoopbackHost } from "../lib/http/origin.ts";
import { requireFreePort } from "./free-port.ts";
import { ClockCheck } from "../lib/tasks/clock-check.ts";
import { LiveUpdates } from "../lib/http/live-updates.ts";
import { checkedByClock, type PeriodicJob } from "../lib/tasks/job.ts";
import { clientsBehind } from "../lib/http/client-address.ts";
import { migrate } from "../lib/sql/migrate.ts";
import { Outbox } from "../lib/tasks/outbox.ts";
import { Replicas } from "../lib/published/published-source.ts";
import { RequestLimits } from "../lib/http/request-limits.ts";
import { observe } from "./observe.ts";
import { serveOperations } from "./serve-operations.ts";
import { checkReadiness } from "../features/server/operating/index.ts";
import type { Together } from "../workers/worker.ts";
import { openDatabase, openReplicas } from "./open-database.ts";
import { openMailer } from "./open-mailer.ts";
import { openViewer } from "./open-viewer.ts";
import { processorUrl } from "./processor-url.ts";
import { sandboxEndpoints } from "../features/shop/payments/index.ts";
import { stripeProcessor } from "../adapters/stripe-processor.ts";
import { openSandbox, ownAddress } from "./open-sandbox.ts";
import type { DemoSite } from "../ports/local-server.ts";
import type { SharedBuckets } from "../ports/shared-buckets.ts";
import type { CommandContext } from "../lib/cli/command.ts";

export interface RunningServer {
  /** The address of the listening socket, which has the real port if the setting is 0. */
  address: AddressInfo;
  /** The address of the sandbox; undefined with a real processor. */
  sandboxUrl: string | undefined;
  /** Finishes the running requests, then releases everything. */
  stop(): Promise<void>;
}

/** The results of preparing the server, before its first request. */
interface Prepared {
  demo: DemoSite | undefined;
  /** Whether a link is printed that signs in. */
  printsSignIn: boolean;
}

export interface ServeOptions {
  /** Runs on the migrated database before the first request. */
  prepare?(context: CommandContext): Promise<Prepared>;
  /** The demo site that another process prepares. */
  demo?: DemoSite;
  /** Stands before commands that the start page shows. */
  commandPrefix?: string;
  /** Reports what is being done until the server is ready. */
  progress?(line: string): void;
  /** For a worker process. */
  together?: Together | undefined;
}

/**
 * How long a connected client may still send a request, and how long its response may take. A client that is slow to see its idle
 * connection end loses the request that it sends in the meantime; few reuse a connection after two idle seconds.
 */
const lingerMs = 2_000;
const drainMs = 8_000;

/** Starts the configured server. Rejects, with everything closed again, when a dependency is missing. */
export async function serve(
  config: Config,
  log: Logger,
  { prepare, demo: demoSite, together, commandPrefix, progress = (line) => log.debug(line) }: ServeOptions = {},
): Promise<RunningServer> {
  if (!together) await requireFreePorts(config);
  await keepTicksFast();
  const onIdleError = (error: Error) => log.warn({ code: (error as { code?: string }).code }, "database connection lost");
  progress(openingOf(config));
  const database = await openDatabase(config, onIdleError, ({ message }) => log.error(message));
  const { secrets, folder } = database;
  const observation = await observe(config, log);
  const closers: (() => Promise<unknown>)[] = [() => observation.close(), () => database.close()];
  const sql = observation.database(database.sql);
  const closeAll = async () => {
    for (const close of closers.reverse()) await close().catch((error: unknown) => log.error({ error: String(error) }, "closing failed"));
  };
  try {
    progress("Bringing the tables up to date …");
    const { applied } = await migrate(sql);
    if (applied.length > 0) log.info({ applied }, "database migrated");
    let ownUrl = config.publicUrl;
    const sandbox = await openSandbox(config, log, {
      endpointsOf: (secretKey) => sandboxEndpoints({ sql, secrets }, ownUrl, secretKey),
    });
    if (sandbox) closers.push(() => sandbox.close());
    const apiUrl = sandbox ? ownAddress(config.host, sandbox.port) : processorUrl(config);
    const processor = observation.processor(stripeProcessor({ apiUrl }));
    closers.push(() => processor.close());
    const isLocal = config.database.kind === "embedded";
    const live = new LiveUpdates();
    const store = await openObjectStore(config);
    const pictures = observation.pictures(startPictures({ workers: config.files.workers, log }));
    closers.push(() => pictures.close());
    const files = { store, pictures, media: mediaOptions(config) };
    const context = {
      sql,
      secrets,
      processor,
      publicUrl: config.publicUrl,
      clock: systemClock,
      ids: systemIds,
      hasViewers: isLocal,
      live,
      files: () => Promise.resolve(files),
      openStore,
    };
    const prepared = await prepare?.({ ...context, progress });
    const demo = prepared?.demo ?? demoSite;

    const limits = config.rateLimits.enabled ? await requestLimits(config, log, together?.buckets) : undefined;
    const replicas = new Replicas({
      primary: sql,
      replicas: await openReplicas(config, onIdleError),
      clock: systemClock,
      onChange: (replica, isRead) =>
        isRead ? log.info({ replica }, "a replica is in use") : log.warn({ replica }, "a replica is left out"),
    });
    closers.push(() => replicas.close());
    const { mailer, caughtMails } = await openMailer(config, log);
    closers.push(() => mailer.close());
    const { deps, directory, drain } = assemble(config, {
      ...files,
      sql,
      clock: systemClock,
      ids: systemIds,
      secrets,
      log,
      processor,
      published: replicas,
      mailer: observation.mailer(mailer),
      webhookSender: observation.webhookSender(
        webhookHttp({ networks: new AddressNetworks(config.webhookAllowedNetworks), resolveName: systemNames() }),
      ),
      cachePurger: observation.cachePurger(cachePurges(config.caches)),
      hashing: argon2Passwords(),
    });
    closers.push(() => deps.threads.close());
    closers.push(() => deps.tableThreads.close());
    observation.server({ ...deps, directory, limits });
    // The studio of a laptop shows the sites there in the viewer of this server.
    const viewer =
      (isLocal || demo) && !together
        ? await openViewer({ host: config.host, port: config.port === 0 ? 0 : config.port + 2, publicUrl: config.publicUrl })
        : undefined;
    if (viewer) closers.push(() => viewer.close());
    const { app, server, registry } = await buildApp({
      deps,
      directory,
      limits,
      clients: clientsBehind(config.trustedProxies),
      connectionsPerClient: config.rateLimits.enabled ? config.connectionsPerClient : undefined,
      hotReads: true,
      operating: config.operationsPort === undefined ? { metrics: config.metrics === "on" } : undefined,
      scrape: together?.scrape,
      registry: observation.registry,
      tracing: observation.tracing,
      local:
        isLocal || demo
          ? {
              caughtMails,
              live,
              demo,
              sandboxUrl: sandbox?.url,
              commandPrefix: commandPrefix ?? "",
              hasStartPage: demo !== undefined || isLoopbackHost(config.host),
              printsSignIn: prepared?.printsSignIn ?? false,
              showsOwnSites: deps.isPrivate,
              viewerUrl: viewer?.url,
            }
          : undefined,
    });

    closers.push(() => app.close());
    await directory.start();
    closers.push(() => directory.close());
    replicas.start();
    const outbox = new Outbox({
      sql,
      clock: systemClock,
      log,
      kinds: taskKinds,
      handlers: observation.handlers(taskHandlers(deps)),
      onOutcome: observation.onTaskOutcome,
    });
    outbox.start();
    closers.push(() => outbox.close());
    const jobs = checkedByClock(periodicJobs(deps), new ClockCheck(deps));
    closers.push(startPeriodicJobs(observation.jobs(jobs), log));
    limits?.start();
    if (limits) closers.push(() => limits.close());
    const isReady = () => checkReadiness(deps);
    if (together) together.join({ registry, checkReadiness: isReady });
    else if (config.operationsPort !== undefined) {
      const scrape = config.metrics === "on" ? () => registry.metrics() : undefined;
      const operations = await serveOperations({ host: config.host, port: config.operationsPort, checkReadiness: isReady, scrape });
      closers.push(() => operations.close());
      log.info({ operationsPort: operations.port }, "the operations port is open");
    }
    if (folder) {
      const control = await listenForCommands(folder.socketPath, context);
      if (control) closers.push(() => control.close());
      else log.warn("The path of DATA_DIR is too long for a socket: commands cannot reach this server while it runs.");
    }

    // Last, so that the first request finds everything in place.
    await app.listen({ port: config.port, host: config.host });
    const address = server.address() as AddressInfo;
    viewer?.serveFrom(server);
    // The sandbox calls this process directly, past any proxy.
    ownUrl = ownAddress(config.host, address.port);

    let stopping: Promise<void> | undefined;
    const stop = () =>
      (stopping ??= (async () => {
        drain();
        // A slow mail server is cut off; mails that it did not accept are retried after the next start.
        // Calls to the processor that still run after the last response are cut off; a job repeats them after the next start.
        const drained = drainConnections(server).then(() => processor.close());
        await Promise.all([drained, outbox.close(), mailer.close()]);
        await closeAll();
      })());
    return { address, sandboxUrl: sandbox?.url, stop };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** Says that a first start takes longer. */
function openingOf({ database, dataDir }: Config): string {
  const isNew = database.kind === "embedded" && !existsSync(join(dataDir, "database", "PG_VERSION"));
  return isNew ? `Creating a database in ${dataDir}. The first start takes up to half a minute …` : "Opening the database …";
}

async function requireFreePorts({ port, operationsPort, processor, host }: Config): Promise<void> {
  await requireFreePort("PORT", port, host);
  if (operationsPort !== undefined) await requireFreePort("OPERATIONS_PORT", operationsPort, host);
  if (processor.kind === "sandbox" && processor.isPortChosen) await requireFreePort("SANDBOX_PORT", processor.port, host);
}

/**
 * Accepts no new connections, and serves requests on the old ones: a request may be on its way already, and a closed
 * connection would lose it. Each response ends its connection.
 */
async function drainConnections(server: Server): Promise<void> {
  const closed = once(server, "close");
  // The HTTP server's own close would cut idle connections at once.
  NetServer.prototype.close.call(server);
  // Timers run before the event loop reads sockets: a request that came in the meantime is read first, so its connection is not idle.
  const closeIdle = () => setImmediate(() => server.closeIdleConnections());
  const linger = setTimeout(closeIdle, lingerMs);
  const sweep = setInterval(closeIdle, 2 * lingerMs);
  const force = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  for (const timer of [linger, sweep, force]) clearTimeout(timer);
}

/** Resolves, when called, once nothing is running. */
function startPeriodicJobs(jobs: readonly PeriodicJob[], log: Logger): () => Promise<void> {
  const running = new Map<string, Promise<void>>();
  const begin = ({ name, run }: PeriodicJob) => {
    // A run with much work goes on, and a second one does not start beside it.
    if (running.has(name)) return;
    const job = run()
      .catch((error: unknown) => log.warn({ job: name, error: (error as Error).name }, "a job failed"))
      .finally(() => running.delete(name));
    running.set(name, job);
  };
  const timers = jobs.map((job) => {
    begin(job);
    return setInterval(() => begin(job), job.everyMs).unref();
  });
  return async () => {
    for (const timer of timers) clearInterval(timer);
    await Promise.all(running.values());
  };
}

/** Shared through Redis, or else with the processes `beside` this one, if there are any. */
async function requestLimits({ rateLimits, redisUrl }: Config, log: Logger, beside: SharedBuckets | undefined): Promise<RequestLimits> {
  const redis = redisUrl ? (await import("../adapters/redis-buckets.ts")).connectRedisBuckets(redisUrl) : undefined;
  return new RequestLimits({
    rates: rateLimits,
    clock: systemClock,
    shared: redis ?? beside,
    onSharingChange: (works) => {
      if (works) log.info("limits are shared again");
      else log.warn(`${redis ? "Redis" : "The process that started this one"} does not respond: limits are per process until it does`);
    },
  });
}
