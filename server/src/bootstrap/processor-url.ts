import type { Config } from "../config.ts";

/** The address of the configured processor, or of the sandbox that a server with these settings would start. */
export function processorUrl({ processor }: Config): string {
  return processor.kind === "remote" ? processor.url : `http://127.0.0.1:${processor.port}`;
}
