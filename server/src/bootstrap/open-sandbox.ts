import { join } from "node:path";
import type { Logger } from "pino";
import { systemClock } from "../adapters/system.ts";
import type { Config } from "../config.ts";
import { isLoopbackHost } from "../lib/http/origin.ts";
import type { Sandbox, SandboxOptions } from "../ports/sandbox.ts";
import { startSandbox } from "./start-sandbox.ts";

/** The sandbox, if there is no real processor. Unless a port was chosen, a port in use is not an obstacle. */
export async function openSandbox(
  { processor, host, dataDir, publicUrl }: Config,
  log: Logger,
  options: Pick<SandboxOptions, "endpointsOf">,
): Promise<Sandbox | undefined> {
  if (processor.kind === "remote") return undefined;
  const start = (port: number) =>
    startSandbox({
      ...options,
      port,
      host,
      folder: join(dataDir, "sandbox"),
      now: () => systemClock.now(),
      // The sandbox listens where the server does.
      ...(port === 0 ? {} : { publicUrl: `http://${new URL(publicUrl).hostname}:${port}` }),
      onFailure: (line) => log.debug({ line }, "sandbox"),
    });
  return start(processor.port).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EADDRINUSE" || processor.isPortChosen) throw error;
    return start(0);
  });
}

/** This process's address for a port of its own: no name to resolve, and no other machine. */
export function ownAddress(host: string, port: number): string {
  return `http://${isLoopbackHost(host) && host.includes(":") ? "[::1]" : "127.0.0.1"}:${port}`;
}
