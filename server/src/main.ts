import { pino, type Logger } from "pino";
import { plainLog } from "./adapters/plain-log.ts";
import { hasScreen, openBrowser } from "./adapters/open-browser.ts";
import { isPrivate, readConfig, type Config } from "./config.ts";
import { demoApiKey, demoSlug, prepareDemo } from "./demo.ts";
import { explain } from "./explain.ts";
import { prepareSignIn, type FirstSignIn } from "./first-sign-in.ts";
import { greeting } from "./greeting.ts";
import { serve } from "./bootstrap/serve.ts";
import type { CommandContext } from "./lib/cli/command.ts";
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

export interface MainOptions {
  /** With the demo site. */
  demo: boolean;
  /** Opens the start page in a browser, if somebody sits before this machine. */
  open: boolean;
}

/** Runs the server until a signal stops it. Never resolves while it runs; exits with 0 after a clean stop, else 1. */
export async function main(options: MainOptions): Promise<void> {
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
    const log = openLog(config, together);
    if (!together) for (const warning of config.warnings) log.warn(warning);
    const isAlone = config.workers === 1 || together !== undefined;
    const stop = isAlone ? await serveHere(config, log, together, options) : await serveThroughWorkers(config, log);

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

/** JSON for programs; plain lines for a person at a terminal. */
function openLog(config: Config, together: Together | undefined): Logger {
  const options = {
    level: config.logLevel,
    base: together ? { worker: together.place } : null,
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  if (process.stdout.isTTY) return pino(options, plainLog(process.stderr));
  const lines = pino.destination({ dest: 1, sync: false, maxWrite: pieceOfPipe, maxLength: unwrittenBytes });
  // Mostly a full disk. It is retried with the next line; serving matters more than logging.
  lines.on("error", () => undefined);
  return pino(options, lines);
}

async function serveHere(config: Config, log: Logger, together: Together | undefined, { demo, open }: MainOptions): Promise<Stop> {
  // Of several processes the first one does it, once: a restarted one would end the preview that is shown.
  const prepares = !together || process.env.VITRINE_WORKER_PREPARES === "yes";
  const { isTTY } = process.stdout;
  let signIn: FirstSignIn | undefined;
  const prepare = async (context: CommandContext) => {
    const site = demo ? await prepareDemo(context) : undefined;
    signIn = await prepareSignIn(config, context, demo);
    return { demo: site, printsSignIn: signIn?.kind === "link" || signIn?.kind === "password" };
  };
  const progress = (line: string) => void (isTTY ? process.stdout.write(`${line}\n`) : log.info(line));
  const { address, stop } = await serve(config, log, {
    together,
    commandPrefix: ownSettings(process.env),
    ...(prepares ? { prepare, progress } : {}),
    ...(demo ? { demo: { slug: demoSlug, apiKey: demoApiKey, previewToken: undefined } } : {}),
  });
  if (together) together.listening(address);
  else log.info({ port: address.port, host: address.address, database: config.database.kind }, "listening");
  const url = config.port === 0 ? `http://localhost:${address.port}` : config.publicUrl;
  // A program reads the log, and a person these lines.
  if (prepares && (demo || isTTY || isPrivate(config))) process.stdout.write(`${greeting({ url, demo, signIn })}\n`);
  else if (signIn?.kind === "command") log.info(`Nobody has an account yet. Make the first one: ${signIn.command}`);
  if (prepares && demo && open && hasScreen(process.env, isTTY)) openBrowser(`${url}/`);
  return async () => {
    await stop();
    return true;
  };
}

/** The settings that commands need to reach this server, as a shell takes them before a command. */
function ownSettings({ DATA_DIR, PORT, PUBLIC_URL }: NodeJS.ProcessEnv): string {
  const definedSettings = Object.entries({ DATA_DIR, PORT, PUBLIC_URL }).filter(([, value]) => value?.trim());
  const quoted = (text: string) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
  return definedSettings.map(([name, value = ""]) => `${name}=${quoted(value)} `).join("");
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
