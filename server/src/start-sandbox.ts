import type { Sandbox, SandboxOptions, StartSandbox } from "./ports/sandbox.ts";

/** Starts the payment processor in which no money moves. It is loaded only here: with a real processor, nothing of it is. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  // A server from source needs no build, and a built one no translator. A name that is no literal keeps the compiler from following
  // it: types would come from a build that need not be there.
  const name = import.meta.url.endsWith(".ts") ? "@vitrine/sandbox/source" : "@vitrine/sandbox";
  const sandbox = (await import(name)) as { startSandbox: StartSandbox };
  return sandbox.startSandbox(options);
}
