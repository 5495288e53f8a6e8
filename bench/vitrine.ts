import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { get } from "node:http";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { endProcess, type ServerProcess } from "./process.ts";
import type { Scratch } from "./scratch.ts";
import { freePort } from "../test/kit/free-port.ts";

export type Settings = Readonly<Record<string, string>>;

export interface StartedVitrine extends ServerProcess {
  /** From the start of the process until /readyz returned 200. */
  readyMs: number;
}

const serverFolder = fileURLToPath(new URL("../server/", import.meta.url));
/** The measured program. */
const builtEntry = join(serverFolder, "dist/cli.js");
const readyWithinMs = 60_000;
const askReadyEveryMs = 5;

/** Set for every server that is measured: limits on, but out of reach; metrics and log as in production. */
export const commonSettings: Settings = {
  HOST: "127.0.0.1",
  LOG_LEVEL: "info",
  METRICS: "on",
  RATE_LIMIT_READS_PER_SECOND: "1000000",
  RATE_LIMIT_READS_BURST: "1000000",
  RATE_LIMIT_PROCESSOR_MS_PER_SECOND: "1000",
};

export function onPostgres(url: string): Settings {
  return { ...commonSettings, DATABASE_URL: url, SECRET_KEY: secretKey, MAIL_CATCHER: "on" };
}

export function onEmbedded(folder: string): Settings {
  return { ...commonSettings, DATA_DIR: folder };
}

/** Of all servers on PostgreSQL. */
export const secretKey = randomBytes(32).toString("base64");

/** Runs one command of the command line to its end. Rejects with its output when it fails. */
export async function runVitrine(scratch: Scratch, settings: Settings, ...args: string[]): Promise<void> {
  const { child, errors } = await spawnVitrine(scratch, settings, args);
  scratch.later(() => endProcess(child));
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`vitrine ${args.join(" ")} failed: ${errors()}`);
}

/** Starts the server, its log written to nowhere, and waits until it is ready. */
export async function startVitrine(scratch: Scratch, settings: Settings, ...options: string[]): Promise<StartedVitrine> {
  const port = await freePort();
  return startListening(scratch, port, { settings: { ...settings, PORT: String(port) }, args: ["serve", ...options], isReady });
}

/** Starts a payment processor in which no money moves, and waits until it responds. */
export async function startSandbox(scratch: Scratch): Promise<StartedVitrine> {
  const port = await freePort();
  return startListening(scratch, port, { settings: {}, args: ["sandbox", "--port", String(port)], isReady: isListening });
}

async function startListening(
  scratch: Scratch,
  port: number,
  { settings, args, isReady }: { settings: Settings; args: readonly string[]; isReady(port: number): Promise<boolean> },
): Promise<StartedVitrine> {
  const begin = performance.now();
  const { child, errors } = await spawnVitrine(scratch, settings, args);
  const stop = () => endProcess(child);
  scratch.later(stop);
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error(`Vitrine ended: ${errors()}`);
    if (performance.now() - begin > readyWithinMs) throw new Error(`Vitrine was not ready after ${readyWithinMs / 1_000} s: ${errors()}`);
    await delay(askReadyEveryMs);
  }
  return { pid: child.pid as number, port, readyMs: performance.now() - begin, stop };
}

/** With only these settings: the caller's environment or files must not change a figure. */
async function spawnVitrine(scratch: Scratch, settings: Settings, args: readonly string[]) {
  const child = spawn(process.execPath, [builtEntry, ...args], {
    cwd: serverFolder,
    env: { PATH: process.env.PATH, DATA_DIR: await scratch.folder(), ...settings },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors = (errors + text).slice(-4_000)));
  return { child, errors: () => errors };
}

function isReady(port: number): Promise<boolean> {
  return statusOf(port, "/readyz").then((status) => status === 200);
}

function isListening(port: number): Promise<boolean> {
  return statusOf(port, "/").then((status) => status !== undefined);
}

function statusOf(port: number, path: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    get({ port, host: "127.0.0.1", path, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on("error", () => resolve(undefined));
  });
}
