import { existsSync } from "node:fs";
import { chmod, mkdir, open, readFile, writeFile, type FileHandle } from "node:fs/promises";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import fileLock from "fs-native-extensions";
import { parseSecretKeys, type SecretKey } from "../lib/secrets/secret.ts";

/** Another process uses the folder. */
export class DataFolderInUse extends Error {
  override readonly name = "DataFolderInUse";
}

/** The folder of the embedded database and of the files beside it, held by this process alone. */
export interface DataFolder {
  databasePath: string;
  socketPath: string;
  /** The folder's own secret key, made when there is none. */
  secretKeys(): Promise<[SecretKey, ...SecretKey[]]>;
  release(): Promise<void>;
}

export function controlSocketPath(path: string): string {
  return join(path, "control.sock");
}

/** Whether there is an embedded database in the folder. */
export function holdsDatabase(path: string): boolean {
  return existsSync(join(path, "database", "PG_VERSION"));
}

/**
 * Locks the folder, making it if needed, or throws DataFolderInUse: two processes on one embedded database would destroy
 * it. The lock is the operating system's, so it ends with the process in any case.
 */
export async function takeDataFolder(path: string): Promise<DataFolder> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const lockFile = await open(join(path, "lock"), "a", 0o600);
  if (!fileLock.tryLock(lockFile.fd)) {
    await lockFile.close();
    throw new DataFolderInUse(`Another process uses ${path}.`);
  }
  // The engine's files are open to every user; the folder around them must not be, whatever the mode of DATA_DIR itself.
  const databasePath = join(path, "database");
  await mkdir(databasePath, { recursive: true, mode: 0o700 });
  await chmod(databasePath, 0o700);
  return {
    databasePath,
    socketPath: controlSocketPath(path),
    secretKeys: () => readOrMakeSecretKey(join(path, "secret-key")),
    release: () => release(lockFile),
  };
}

async function release(lockFile: FileHandle): Promise<void> {
  fileLock.unlock(lockFile.fd);
  await lockFile.close();
}

async function readOrMakeSecretKey(file: string): Promise<[SecretKey, ...SecretKey[]]> {
  const newKey = randomBytes(32).toString("base64");
  await writeFile(file, `${newKey}\n`, { flag: "wx", mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await chmod(file, 0o600);
  const keys = parseSecretKeys((await readFile(file, "utf8")).trim());
  if (!keys) throw new Error(`${file} does not contain a secret key (32 bytes in base64).`);
  return keys;
}
