import type { Config } from "./config.ts";

/** The address of the processor that the settings name, or where the sandbox of a server with these settings would be. */
export function processorUrl({ processor }: Config): string {
  return processor.kind === "remote" ? processor.url : `http://127.0.0.1:${processor.port}`;
}
