import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const cli = fileURLToPath(new URL("../../server/dist/cli.js", import.meta.url));

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A folder that is removed after the test. */
export async function scratchFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), "vitrine-"));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** The program to run, and its user; by default the build of this repository, as the current user. */
export interface Program {
  cli: string;
  cwd: string;
  uid?: number;
  gid?: number;
}

/** A file for the process's output, instead of a pipe to the test. */
interface OutputFile {
  log: string;
}

const built: Program = { cli, cwd: tmpdir() };

function start(args: readonly string[], env: Readonly<Record<string, string>>, { cli, ...as }: Program, log?: string): ChildProcess {
  const output = log === undefined ? "pipe" : openSync(log, "a");
  // The environment has only the necessary variables: settings come from the test.
  const child = spawn(process.execPath, [cli, ...args], {
    env: { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "", ...env },
    stdio: ["pipe", output, output],
    ...as,
  });
  if (typeof output === "number") closeSync(output);
  return child;
}

/** Runs the command line to its end. */
export async function vitrine(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  stdin = "",
  program = built,
): Promise<Finished> {
  const child = start(args, env, program);
  const output = { stdout: "", stderr: "" };
  child.stdout?.on("data", (chunk) => (output.stdout += String(chunk)));
  child.stderr?.on("data", (chunk) => (output.stderr += String(chunk)));
  child.stdin?.end(stdin);
  const [code] = (await once(child, "close")) as [number | null];
  return { code, ...output };
}

export interface ServingProcess {
  url: string;
  pid: number;
  output(): string;
  signal(signal: NodeJS.Signals): void;
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts `vitrine serve` on a free port and waits until it is ready. */
export async function serveProcess(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  program: Program | OutputFile = built,
): Promise<ServingProcess> {
  const { log, ...named } = { log: undefined, ...program };
  const child = start(["serve", ...args], { PORT: "0", ...env }, { ...built, ...named }, log);
  let piped = "";
  const output = () => (log === undefined ? piped : readFileSync(log, "utf8"));
  const port = await new Promise<number>((resolve, reject) => {
    const read = () => {
      const listening = /"port":(\d+)/.exec(output())?.[1];
      if (!listening) return;
      clearInterval(reading);
      resolve(Number(listening));
    };
    const reading = log === undefined ? undefined : setInterval(read, 50);
    const hear = (chunk: Buffer) => {
      piped += String(chunk);
      read();
    };
    child.stdout?.on("data", hear);
    child.stderr?.on("data", hear);
    child.once("close", (code) => {
      clearInterval(reading);
      reject(new Error(`The server ended with ${code}: ${output()}`));
    });
  });
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    output,
    signal: (signal) => void child.kill(signal),
    end: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      child.kill(signal);
      const [code] = (await once(child, "close")) as [number | null];
      return code;
    },
  };
}
