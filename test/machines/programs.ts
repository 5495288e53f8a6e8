import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { accessSync, chownSync, constants, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

/** The programs that the tests on several machines start, and the Debian packages that bring them. */
export const packages = {
  postgres: "postgresql",
  pgbouncer: "pgbouncer",
  nginx: "nginx",
  "redis-server": "redis-server",
  "swift-proxy-server": "swift-proxy",
  "swift-account-server": "swift-account",
  "swift-container-server": "swift-container",
  "swift-object-server": "swift-object",
};

export type Program = "varnishd" | "swift-ring-builder" | "initdb" | "pg_ctl" | "pg_basebackup" | keyof typeof packages;

/** The path of a program, if it is installed. Debian keeps those of PostgreSQL apart by version; the newest is used. */
export function findProgram(name: Program): string | undefined {
  const folders = [...debianPostgres(), ...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];
  return folders.map((folder) => join(folder, name)).find(isProgram);
}

function debianPostgres(): string[] {
  const root = "/usr/lib/postgresql";
  try {
    return readdirSync(root)
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => join(root, version, "bin"));
  } catch {
    return [];
  }
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export function program(name: Program): string {
  const file = findProgram(name);
  if (!file) throw new Error(`${name} is not installed.`);
  return file;
}

/** PostgreSQL does not run as root: if the tests do, this is the system's user for it. */
export async function unprivileged(): Promise<{ uid?: number; gid?: number }> {
  if (userInfo().uid !== 0) return {};
  const id = async (flag: string) => Number((await promisify(execFile)("id", [flag, "postgres"])).stdout);
  return { uid: await id("-u"), gid: await id("-g") };
}

/** A folder that the program's user may write to, removed afterwards. */
export async function folderFor(
  { uid, gid }: { uid?: number; gid?: number },
  inside = tmpdir(),
): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(inside, "vitrine-machines-"));
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Waits until a server accepts connections at the port. */
async function untilReached(port: number, withinMs = 20_000): Promise<void> {
  const endMs = performance.now() + withinMs;
  while (!(await isReached(port))) {
    if (performance.now() > endMs) throw new Error(`Nothing listens on port ${port}.`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

async function isReached(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

export interface Started {
  process: ChildProcess;
  /** Ends it, and waits until it has. */
  end(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts a program that stays in the foreground, and waits until it accepts connections at the port. */
export async function startProgram(
  name: Program,
  args: readonly string[],
  port: number,
  as: { uid?: number; gid?: number } = {},
): Promise<Started> {
  const child = spawn(program(name), args, { ...as, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (chunk) => (said += String(chunk)));
  const ended = once(child, "exit");
  await Promise.race([untilReached(port), ended.then(() => Promise.reject(new Error(`${name} ended at once: ${said}`)))]);
  return {
    process: child,
    end: async (signal = "SIGTERM") => {
      child.kill(signal);
      await ended;
    },
  };
}
