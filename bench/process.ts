import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

/** A server under measurement, in a process of its own. */
export interface ServerProcess {
  pid: number;
  port: number;
  /** Ends it and waits until it is gone. May be called again. */
  stop(): Promise<void>;
}

/** Linux's unit of processor time in `/proc`, whatever the kernel's own tick is (proc(5), USER_HZ). */
const ticksPerSecond = 100;
const endWithinMs = 10_000;

/** Asks a child to exit, and kills it when it does not. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  const force = setTimeout(() => child.kill("SIGKILL"), endWithinMs);
  await gone;
  clearTimeout(force);
}

/** Processor seconds that all threads of a process have used, and of those that it started. Linux only. */
export function cpuSeconds(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").trim().split(" ").filter(Boolean);
  return children.reduce((sum, child) => sum + cpuSeconds(Number(child)), ownCpuSeconds(pid));
}

function ownCpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  // The name in parentheses may hold spaces; the 14th and 15th field are the 12th and 13th after it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Memory of a process that is in RAM, in MiB. Linux only. */
export function residentMiB(pid: number): number {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1];
  if (!kibibytes) throw new Error("The memory of the process is unknown.");
  return Number(kibibytes) / 1024;
}
