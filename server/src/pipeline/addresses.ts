import type { RouteOptions } from "fastify";
import { isAtApiHosts } from "../lib/http/operation.ts";

/** A route's address with its parameters in braces. A wildcard stands for a slug of several segments. */
export function pathOf(url: string): string {
  return url.replace(/:(\w+)(?:\([^)]*\))?/g, "{$1}").replace(/\*$/, "{slug}");
}

interface Address {
  pattern: RegExp;
  methods: Set<string>;
  /** Of these, the methods that the hosts of sites have as well. */
  methodsAtApiHosts: Set<string>;
  cors: string;
  optionsHeaders: Readonly<Record<string, string>>;
}

/** The methods of an address. */
export class Addresses {
  readonly #patterns = new Map<string, Address>();

  add(route: RouteOptions): void {
    const methods = [route.method].flat().filter((method) => method !== "HEAD");
    const isHosted = route.config !== undefined && isAtApiHosts(route.config);
    for (const method of methods) {
      const path = pathOf(route.url);
      const knownAddress = this.#patterns.get(path);
      if (knownAddress) {
        knownAddress.methods.add(method);
        if (isHosted) knownAddress.methodsAtApiHosts.add(method);
      } else {
        const pattern = new RegExp(
          `^${route.url
            .replace(/[.]/g, "\\.")
            .replace(/:\w+(\([^)]*\))?/g, (_all, chosen?: string) => chosen ?? "[^/]+")
            .replace(/\*$/, ".+")}${route.config?.exact ? "" : "/?"}$`,
        );
        this.#patterns.set(path, {
          pattern,
          methods: new Set([method]),
          methodsAtApiHosts: new Set(isHosted ? [method] : []),
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

  /** The methods of the address, HEAD and OPTIONS included, if any operation has it: at the hosts of sites, or at the server's own. */
  at(
    url: string,
    { isApiHost = false } = {},
  ): { methods: string[]; cors: string; optionsHeaders: Readonly<Record<string, string>> } | undefined {
    const path = url.split("?", 1)[0] ?? "";
    for (const { pattern, methods: allMethods, methodsAtApiHosts, cors, optionsHeaders } of this.#patterns.values()) {
      const methods = isApiHost ? methodsAtApiHosts : allMethods;
      if (methods.size === 0 || !pattern.test(path)) continue;
      return { methods: [...methods, ...(methods.has("GET") ? ["HEAD"] : []), "OPTIONS"], cors, optionsHeaders };
    }
    return undefined;
  }
}
