import type { Sandbox, SandboxOptions } from "../ports/sandbox.ts";

/** Starts the sandbox processor. Only this module loads it: with a real processor, none of its code is loaded. Rejects if the port is taken. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const sandbox = await import("@vitrine/sandbox");
  return sandbox.startSandbox(options);
}
