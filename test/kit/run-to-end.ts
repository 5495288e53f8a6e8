import { spawn } from "node:child_process";
import { once } from "node:events";

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Started {
  /** Its output so far, of both streams. */
  output(): string;
  /** Sends a signal, and waits for the end. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts a program that runs until it is told to stop. */
export function startProgram(program: string, args: readonly string[], { cwd, env = {} }: RunOptions): Started {
  const child = spawn(program, args, { cwd, stdio: ["ignore", "pipe", "pipe"], env: variables(env) });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (printed += String(chunk)));
  const closed = once(child, "close") as Promise<[number | null]>;
  return {
    output: () => printed,
    end: async (signal) => {
      child.kill(signal);
      return (await closed)[0];
    },
  };
}

export interface RunOptions {
  cwd: string;
  /** Besides those that any program needs. */
  env?: Readonly<Record<string, string>>;
}

const variables = (env: Readonly<Record<string, string>>) => ({ PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "", ...env });

/** Runs a program to its end. */
export async function runToEnd(program: string, args: readonly string[], { cwd, env = {} }: RunOptions): Promise<Ended> {
  const child = spawn(program, args, { cwd, stdio: ["ignore", "pipe", "pipe"], env: variables(env) });
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => (output.stdout += String(chunk)));
  child.stderr.on("data", (chunk) => (output.stderr += String(chunk)));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, ...output };
}
