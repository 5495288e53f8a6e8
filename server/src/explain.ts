import { DataFolderInUse } from "./adapters/data-folder.ts";
import { CommandError } from "./lib/cli/command.ts";
import { ConfigError } from "./config.ts";
import { isDiskFull } from "./lib/media/disk-full.ts";
import { DatabaseUnavailable } from "./ports/database.ts";

/** The cause and the remedy, for the person at the terminal. */
export function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof CommandError) return error.message;
  if (error instanceof DatabaseUnavailable) return `${error.message} Start it, or correct the setting.`;
  if (error instanceof DataFolderInUse) {
    return `${error.message} An embedded database belongs to one process at a time: stop the other one, or set DATA_DIR to another folder.`;
  }
  const { code, port, path, message } = error as NodeJS.ErrnoException & { port?: number };
  if (isDiskFull(code)) return "The disk is full. Make room where DATA_DIR is, then try again.";
  if (code === "EEXIST" || code === "ENOTDIR") return `${path ?? "DATA_DIR"} is not a folder. Set DATA_DIR to a folder.`;
  if (code === "3D000") return `The ${message.replace(/^the /i, "")}. Create it with createdb, or correct DATABASE_URL.`;
  if (code === "28P01" || code === "28000") return `PostgreSQL refuses the login: ${message}. Correct DATABASE_URL.`;
  if (code === "EADDRINUSE") return `Port ${port ?? ""} is in use. Stop what uses it, or set PORT to another one.`;
  if (code === "EACCES" && port !== undefined) return `This user may not listen on port ${port}. Set PORT to one above 1023.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") return `This machine does not have this address. Correct HOST.`;
  if (code === "EACCES" || code === "EPERM" || code === "EROFS")
    return `${path ?? "A file"} cannot be used: ${message}. Correct its permissions, or set DATA_DIR.`;
  return error instanceof Error ? error.message : String(error);
}
