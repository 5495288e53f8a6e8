import type { Sandbox, SandboxOptions, StartSandbox } from "./ports/sandbox.ts";

/** Starts the sandbox processor. Only this module loads it: with a real processor, none of its code is loaded. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  // A server from source needs no build, and a built one no compiler. A name that is no literal keeps the compiler from following
  // it: types would come from a build that need not be there.
  const name = import.meta.url.endsWith(".ts") ? "@vitrine/sandbox/source" : "@vitrine/sandbox";
  const sandbox = (await import(name)) as { startSandbox: StartSandbox };
  return sandbox.startSandbox(options);
}
