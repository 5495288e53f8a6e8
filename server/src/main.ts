import { pino, type Logger } from "pino";
import type { CommandContext } from "./lib/cli/command.ts";
import { readConfig, type Config } from "./config.ts";
import { demoGreeting, prepareDemo } from "./demo.ts";
import { explain } from "./explain.ts";
import { serve } from "./serve.ts";
import { startWorkers } from "./workers/primary.ts";
import { joinWorkers, type Together } from "./workers/worker.ts";
import { WorkerNotServing } from "./workers/worker-pool.ts";

/** How long a stop may take before the process exits anyway. */
const stopWithinMs = 9_500;
/** The size of an atomic write to a pipe (POSIX, PIPE_BUF): the lines of several processes must not mix. */
const pieceOfPipe = 4_096;
/** Unwritten lines are kept up to this size, and then dropped. */
const unwrittenBytes = 4 * 1024 * 1024;

/** Ends the running parts, and resolves to whether that succeeded. */
type Stop = () => Promise<boolean>;

/** Runs the server until a signal stops it. Never resolves while it runs; exits with 0 after a clean stop, else 1. */
export async function main({ demo }: { demo: boolean }): Promise<void> {
  const together = joinWorkers(process.env);
  // Handled from the first moment on: a stop that comes while the server starts is carried out once it has. A second signal ends
  // a process at once, except for a worker, which may get one from its parent and one from the service manager.
  const asked = new Promise<NodeJS.Signals>((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) process[together ? "on" : "once"](signal, resolve);
  });
  // Meant for the process that started this one, even if others get it too.
  if (together) process.on("SIGHUP", () => undefined);
  try {
    const config = readConfig(process.env);
    const people = demo && process.stdout.isTTY;
    const lines = pino.destination({ dest: people ? 2 : 1, sync: false, maxWrite: pieceOfPipe, maxLength: unwrittenBytes });
    // Mostly a full disk. It is retried with the next line; serving matters more than logging.
    lines.on("error", () => undefined);
    const log = pino(
      { level: config.logLevel, base: together ? { worker: together.place } : null, timestamp: pino.stdTimeFunctions.isoTime },
      lines,
    );
    const isAlone = config.workers === 1 || together !== undefined;
    const stop = isAlone ? await serveHere(config, log, together, demo) : await serveThroughWorkers(config, log);

    const signal = await asked;
    if (!together) log.info({ signal }, "stopping");
    const giveUp = setTimeout(() => process.exit(1), stopWithinMs);
    const isClean = await stop();
    clearTimeout(giveUp);
    if (!together) log.info("stopped");
    log.flush(() => process.exit(isClean ? 0 : 1));
  } catch (error) {
    if (!(error instanceof WorkerNotServing)) process.stderr.write(`${explain(error)}\n`);
    // Not only the exit code: the sender of a stop signal would wait for nothing.
    process.exit(1);
  }
}

async function serveHere(config: Config, log: Logger, together: Together | undefined, demo: boolean): Promise<Stop> {
  const prepared: { previewToken?: string | undefined } = {};
  const prepare = async (context: CommandContext) => void Object.assign(prepared, await prepareDemo(context));
  // Of several processes the first one does it, once: a restarted one would end the preview that was printed.
  const prepares = demo && (!together || process.env.VITRINE_WORKER_PREPARES === "yes");
  const { address, sandboxUrl, stop } = await serve(config, log, { together, ...(prepares ? { prepare } : {}) });
  if (together) together.listening(address);
  else log.info({ port: address.port, host: address.address, database: config.database.kind }, "listening");
  const url = config.port === 0 ? `http://localhost:${address.port}` : config.publicUrl;
  const showsMails = config.mail.kind === "catcher" && config.mail.page;
  const showsShop = config.database.kind === "embedded";
  const { previewToken } = prepared;
  const takesSignups = config.signup === "on";
  if (prepares) process.stdout.write(`${demoGreeting(url, { showsMails, showsShop, sandboxUrl, previewToken, takesSignups })}\n`);
  return async () => {
    await stop();
    return true;
  };
}

async function serveThroughWorkers(config: Config, log: Logger): Promise<Stop> {
  const started: { reload?: () => Promise<void> } = {};
  // At a terminal this signal means that the terminal is gone.
  if (!process.stdout.isTTY) process.on("SIGHUP", () => void started.reload?.());
  const { listening, reload, stop } = await startWorkers(config, log);
  started.reload = reload;
  log.info({ ...listening, database: config.database.kind, workers: config.workers }, "listening");
  return stop;
}
