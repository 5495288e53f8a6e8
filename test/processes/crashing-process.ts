import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import type { Deeds, StartOptions } from "./crashing-server.ts";

/**
 * Beside the built server: a process that compiles as it reads takes three times as long to start, and a hundred
 * are started. Returns the path of the program.
 */
function build(): { entry: string; remove(): void } {
  const folder = new URL(`../.cache/crashing-${process.pid}/`, import.meta.url);
  const compilerOptions = {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    verbatimModuleSyntax: true,
    rewriteRelativeImportExtensions: true,
  };
  for (const name of ["processes/crashing-server", "kit/books", "kit/test-config"]) {
    const source = readFileSync(new URL(`../${name}.ts`, import.meta.url), "utf8");
    const { outputText } = ts.transpileModule(source, { compilerOptions });
    const target = new URL(`${name}.js`, folder);
    mkdirSync(new URL(".", target), { recursive: true });
    writeFileSync(target, outputText.replaceAll("../../server/src/", "../../../../server/dist/"));
  }
  return { entry: fileURLToPath(new URL("processes/crashing-server.js", folder)), remove: () => rmSync(folder, { recursive: true }) };
}

/** A server in a process that may die at any time: then its calls reject. */
export interface CrashingProcess extends Omit<Deeds, "start"> {
  url: string;
  kill(): Promise<void>;
}

/** Starts servers one after the other, each exactly when it is needed: the next process has loaded its code by then. */
export function crashingProcesses(): { next(options: StartOptions): Promise<CrashingProcess>; close(): Promise<void> } {
  const all = new Set<ChildProcess>();
  const { entry, remove } = build();
  const prepare = (): ChildProcess => {
    const child = fork(entry, { execArgv: [], serialization: "advanced" });
    all.add(child.once("exit", () => all.delete(child)));
    return child;
  };
  let spare = prepare();
  return {
    next: async (options) => {
      const child = spare;
      const ask = asker(child);
      const { url } = await ask("start", [options]);
      spare = prepare();
      const own = { url, kill: () => end(child) };
      return new Proxy(own as CrashingProcess, {
        get: (_target, name) => {
          if (Object.hasOwn(own, name)) return own[name as keyof typeof own];
          // An `await` looks for `then`: this is not a promise.
          return name === "then" ? undefined : (...given: unknown[]) => ask(name as keyof Deeds, given);
        },
      });
    },
    close: async () => {
      await Promise.all([...all].map(end));
      remove();
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

function asker(child: ChildProcess) {
  const waiting = new Map<number, { resolve(value: never): void; reject(error: Error): void }>();
  let asked = 0;
  const died = () => {
    for (const { reject } of waiting.values()) reject(new Error("The process died."));
    waiting.clear();
  };
  child.on("message", ({ id, value, error }: { id: number; value: never; error?: string }) => {
    const { resolve, reject } = waiting.get(id) ?? {};
    waiting.delete(id);
    if (error === undefined) resolve?.(value);
    else reject?.(new Error(error));
  });
  child.once("exit", died);
  return <Deed extends keyof Deeds>(deed: Deed, given: unknown[]): ReturnType<Deeds[Deed]> =>
    new Promise((resolve, reject) => {
      const id = (asked += 1);
      waiting.set(id, { resolve, reject });
      if (!child.connected) died();
      else child.send({ id, deed, given }, (error) => error && died());
    }) as ReturnType<Deeds[Deed]>;
}
