import { pino, type Logger } from "pino";
import type { CommandContext } from "./lib/cli/command.ts";
import { readConfig, type Config } from "./config.ts";
import { demoGreeting, prepareDemo } from "./demo.ts";
import { explain } from "./explain.ts";
import { serve } from "./serve.ts";
import { startWorkers } from "./workers/primary.ts";
import { joinWorkers, type Together } from "./workers/worker.ts";
import { WorkerNotServing } from "./workers/worker-pool.ts";

/** How long a stop may take before the process ends all the same. */
const stopWithinMs = 9_500;
/** What a pipe takes in one piece (POSIX, PIPE_BUF): the lines of several processes must not run into each other. */
const pieceOfPipe = 4_096;
/** Lines that nobody takes are kept up to here, and then lost. */
const unwrittenBytes = 4 * 1024 * 1024;

/** Ends what runs, and resolves to whether that went well. */
type Stop = () => Promise<boolean>;

/** Runs the server until it is asked to stop. Never resolves while it runs; ends the process with 0 after a clean stop, else 1. */
export async function main({ demo }: { demo: boolean }): Promise<void> {
  const together = joinWorkers(process.env);
  // Heard from the first moment on: a stop that comes while the server starts is carried out once it has. A second signal ends
  // a process at once, but for a worker, which may be asked by its parent and by whoever asks all processes of the service.
  const asked = new Promise<NodeJS.Signals>((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) process[together ? "on" : "once"](signal, resolve);
  });
  // Meant for the process that started this one, whoever else it is sent to.
  if (together) process.on("SIGHUP", () => undefined);
  try {
    const config = readConfig(process.env);
    const people = demo && process.stdout.isTTY;
    const lines = pino.destination({ dest: people ? 2 : 1, sync: false, maxWrite: pieceOfPipe, maxLength: unwrittenBytes });
    // A full disk, above all. It is tried again with the next line; to serve is worth more than to say so.
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
    // Not only the exit code: whoever asked to stop meanwhile would wait for nothing.
    process.exit(1);
  }
}

async function serveHere(config: Config, log: Logger, together: Together | undefined, demo: boolean): Promise<Stop> {
  const prepared: { previewToken?: string | undefined } = {};
  const prepare = async (context: CommandContext) => void Object.assign(prepared, await prepareDemo(context));
  // Of several processes the first one does it, once: another that begins again would end the preview that was printed.
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
  // At a terminal it says that the terminal is gone.
  if (!process.stdout.isTTY) process.on("SIGHUP", () => void started.reload?.());
  const { listening, reload, stop } = await startWorkers(config, log);
  started.reload = reload;
  log.info({ ...listening, database: config.database.kind, workers: config.workers }, "listening");
  return stop;
}
