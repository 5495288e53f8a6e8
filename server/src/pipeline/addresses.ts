import type { RouteOptions } from "fastify";

/** A route's address with its parameters in braces. A wildcard stands for a slug of several segments. */
export function pathOf(url: string): string {
  return url.replace(/:(\w+)(?:\([^)]*\))?/g, "{$1}").replace(/\*$/, "{slug}");
}

interface Address {
  pattern: RegExp;
  methods: Set<string>;
  cors: string;
  optionsHeaders: Readonly<Record<string, string>>;
}

/** The methods of an address. */
export class Addresses {
  readonly #patterns = new Map<string, Address>();

  add(route: RouteOptions): void {
    const methods = [route.method].flat().filter((method) => method !== "HEAD");
    for (const method of methods) {
      const path = pathOf(route.url);
      const knownAddress = this.#patterns.get(path);
      if (knownAddress) knownAddress.methods.add(method);
      else {
        const pattern = new RegExp(
          `^${route.url
            .replace(/[.]/g, "\\.")
            .replace(/:\w+(\([^)]*\))?/g, (_all, chosen?: string) => chosen ?? "[^/]+")
            .replace(/\*$/, ".+")}${route.config?.exact ? "" : "/?"}$`,
        );
        this.#patterns.set(path, {
          pattern,
          methods: new Set([method]),
          cors: route.config?.cors ?? "closed",
          optionsHeaders: route.config?.optionsHeaders ?? {},
        });
      }
    }
  }

  /** Whether a POST to the address may name another method: tus has it so. */
  takesOverride(url: string): boolean {
    return this.at(url)?.optionsHeaders["tus-version"] !== undefined;
  }

  /** The methods of the address, HEAD and OPTIONS included, if any operation has it. */
  at(url: string): { methods: string[]; cors: string; optionsHeaders: Readonly<Record<string, string>> } | undefined {
    const path = url.split("?", 1)[0] ?? "";
    for (const { pattern, methods, cors, optionsHeaders } of this.#patterns.values()) {
      if (!pattern.test(path)) continue;
      return { methods: [...methods, ...(methods.has("GET") ? ["HEAD"] : []), "OPTIONS"], cors, optionsHeaders };
    }
    return undefined;
  }
}
