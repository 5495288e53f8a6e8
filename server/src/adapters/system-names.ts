import { Resolver } from "node:dns/promises";

/** Resolves the addresses of a name. Rejects if it has none. */
export type ResolveName = (name: string) => Promise<string[]>;

/**
 * Asks the name servers of this machine. The system's own function would hold one of four threads that all files and passwords
 * share, as long as somebody's name server likes.
 */
export function systemNames({ timeoutMs = 2_000, tries = 2 } = {}): ResolveName {
  return async (name) => {
    const plainName = name.toLowerCase().replace(/\.$/, "");
    // RFC 6761: no name server is asked.
    if (plainName === "localhost" || plainName.endsWith(".localhost")) return ["127.0.0.1", "::1"];
    const resolver = new Resolver({ timeout: timeoutMs, tries });
    const answers = await Promise.allSettled([resolver.resolve4(plainName), resolver.resolve6(plainName)]);
    const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (addresses.length === 0) throw new Error("The name has no address.");
    return addresses;
  };
}
