/** Says whether a request's Origin header is one that is allowed. */
export type OriginRule = (origin: string) => boolean;

/** In place of origins: all of them. */
export const anyOrigin = "*";

/**
 * An origin in the one form that browsers send (RFC 6454 §6.2), or undefined when the text is not just an origin:
 * lower case, punycode, default port dropped. A leading wildcard label is kept: `https://*.example.com`.
 */
export function canonicalOrigin(text: string): string | undefined {
  const wildcard = /^(https?:\/\/)\*\.(.+)$/i.exec(text);
  const plain = wildcard ? `${wildcard[1]}${wildcard[2]}` : text;
  if (!/^https?:\/\/[^/?#@\\\s]+$/i.test(plain) || !URL.canParse(plain)) return undefined;
  const { origin, hostname } = new URL(plain);
  if (hostname.endsWith(".") || hostname.includes("*")) return undefined;
  if (!wildcard) return origin;
  // One label below a public suffix would belong to anyone: at least two labels must follow the wildcard.
  return hostname.includes(".") && !/^[\d.]+$|^\[/.test(hostname) ? origin.replace("://", "://*.") : undefined;
}

/**
 * The rule for a list of canonical origins. Browsers send canonical origins, so they are compared as text and
 * never relaxed: only their case and a spelled-out default port are folded.
 */
export function originRule(allowed: readonly string[]): OriginRule {
  const exact = new Set(allowed.filter((origin) => !origin.includes("*")));
  const wildcards = allowed.filter((origin) => origin.includes("*")).map((origin) => origin.split("*", 2) as [string, string]);
  const matches = (origin: string) =>
    exact.has(origin) ||
    wildcards.some(([scheme, domain]) => {
      if (!origin.startsWith(scheme) || !origin.endsWith(domain)) return false;
      return /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(origin.slice(scheme.length, -domain.length));
    });
  return (origin) => matches(origin) || matches(foldOrigin(origin));
}

/** Only the differences that the comparison ignores by contract. A URL parser would fold much more, and let it in. */
function foldOrigin(origin: string): string {
  return origin.toLowerCase().replace(/^(https:\/\/[^/:]+):443$|^(http:\/\/[^/:]+):80$/, "$1$2");
}

/** True for `http://localhost` and the loopback addresses, on any port: the origins of local development. */
export function isLoopbackOrigin(origin: string): boolean {
  return /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/.test(origin);
}

/** The same for the name or address of a host alone, an IPv6 address in brackets or not. */
export function isLoopbackHost(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/.test(host);
}
