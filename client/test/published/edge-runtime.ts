/**
 * Runs a module, and its imports, with nothing but the web's API: the part of WinterTC's Minimum Common Web API that a
 * client needs, as strict as the strictest runtimes are. Prints the result of its `run`.
 *
 *   node --experimental-vm-modules --import tsx edge-runtime.ts <module>
 */
import { readFile } from "node:fs/promises";
import { createRequire, isBuiltin } from "node:module";
import { createContext, SourceTextModule, type Module } from "node:vm";

const [entry = ""] = process.argv.slice(2);

const taken = { method: true, headers: true, body: true, signal: true, redirect: true };
let isServing = false;

/** As in such runtimes: they refuse these calls while modules load, and methods on another object. */
function guarded<Given extends unknown[], Result>(name: string, work: (...args: Given) => Result, owner?: () => object) {
  return function (this: unknown, ...args: Given): Result {
    if (!isServing) throw new Error(`${name} is not there while modules load`);
    if (this !== owner?.()) throw new TypeError(`Illegal invocation of ${name}`);
    return work(...args);
  };
}

const webCrypto: object = {
  subtle: crypto.subtle,
  getRandomValues: guarded("getRandomValues", crypto.getRandomValues.bind(crypto), () => webCrypto),
  randomUUID: guarded("randomUUID", crypto.randomUUID.bind(crypto), () => webCrypto),
};

const strictFetch = guarded("fetch", (input: string | URL | Request, init: RequestInit = {}) => {
  const unknown = Object.keys(init).filter((name) => !(name in taken));
  if (unknown.length > 0) throw new TypeError(`fetch does not know ${unknown.join()}`);
  return fetch(input, init);
});

const timers = new Map<number, NodeJS.Timeout>();
const context = createContext(
  {
    fetch: strictFetch,
    Request,
    Response,
    Headers,
    URL,
    URLSearchParams,
    AbortController,
    AbortSignal,
    TextEncoder,
    TextDecoder,
    console,
    performance,
    structuredClone,
    queueMicrotask,
    atob,
    btoa,
    crypto: webCrypto,
    // Numbers, and not Node's objects.
    setTimeout: guarded("setTimeout", (work: () => void, milliseconds?: number) => {
      const id = timers.size + 1;
      timers.set(id, setTimeout(work, milliseconds));
      return id;
    }),
    clearTimeout: guarded("clearTimeout", (id: number | undefined) => clearTimeout(timers.get(id ?? 0))),
  },
  { codeGeneration: { strings: false, wasm: false } },
);

const modules = new Map<string, Promise<Module>>();

/** By the `exports` of installed packages. There is no other module. */
function load(specifier: string, from: string): Promise<Module> {
  if (isBuiltin(specifier)) throw new Error(`There is no ${specifier}`);
  const path = createRequire(from).resolve(specifier);
  const loadedModule =
    modules.get(path) ?? readFile(path, "utf8").then((text) => new SourceTextModule(text, { identifier: path, context }));
  modules.set(path, loadedModule);
  return loadedModule;
}

const program = await load(entry, entry);
await program.link((specifier, { identifier }) => load(specifier, identifier));
await program.evaluate();
isServing = true;
const { run } = program.namespace as { run(): Promise<unknown> };
process.stdout.write(JSON.stringify(await run()));
