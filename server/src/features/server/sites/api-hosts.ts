import { domainToASCII } from "node:url";
import { isIP } from "node:net";
import { wholeSite } from "../../../lib/published/site-changes.ts";
import { addPurge } from "../../../lib/published/cache-purges.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { ValidationError } from "../../../lib/http/problem.ts";
import type { Sql } from "../../../ports/database.ts";
import { hostsChangedChannel } from "./site-hosts.ts";

/** Names that no name server of the internet knows, and that a machine or a cluster may use for this server. */
const innerDomains = /(^|\.)(localhost|local|internal|localdomain|svc|lan|home|corp|test|invalid|onion|arpa)$/;

/** The canonical form of a host: lower case and Punycode, without a port. Undefined if the text is not a public domain name. */
function canonicalHost(text: string): string | undefined {
  // The rest of a URL would be cut off.
  if (/[\s/?#@:%\\[\]]/.test(text)) return undefined;
  const name = domainToASCII(text).toLowerCase();
  const labels = name.split(".");
  const isName = labels.length > 1 && labels.every((label) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?$/.test(label));
  return isName && name.length <= 253 && isIP(name) === 0 && !innerDomains.test(name) ? name : undefined;
}

/** The errors of hosts, by JSON Pointer into the site. `ownUrls`: the server's own addresses, which no site may take. Pure. */
export function apiHostErrors(hosts: readonly string[], ownUrls: readonly string[]): ValidationError[] {
  const ownHosts = new Set(ownUrls.map((url) => new URL(url).hostname));
  return hosts.flatMap((text, index) => {
    const host = canonicalHost(text);
    const message =
      host === undefined
        ? "is not a host name: use a name such as api.shop.example, without scheme and port"
        : ownHosts.has(host)
          ? "is the host of this server: choose another one"
          : undefined;
    return message === undefined ? [] : [{ path: `/apiHosts/${index}`, code: "host", message }];
  });
}

/** Gives a locked site these hosts and takes all others away. Resolves with whether any changed, or with the errors of those that another site has. */
export async function saveApiHosts(
  tx: Sql,
  ctx: WriteContext,
  siteId: string,
  hosts: readonly string[],
): Promise<boolean | ValidationError[]> {
  const names = [...new Set(hosts.map((host) => canonicalHost(host) ?? host))];
  const present = (await tx<{ host: string }>`select host from site_hosts where site_id = ${siteId}`).map(({ host }) => host);
  const added = names.filter((name) => !present.includes(name));
  const removed = present.filter((name) => !names.includes(name));
  if (added.length === 0 && removed.length === 0) return false;
  if (removed.length > 0) {
    await tx`delete from site_hosts where site_id = ${siteId} and host = any (${removed}::text[])`;
    await addPurge(tx, ctx, siteId, [wholeSite]);
  }
  const errors: ValidationError[] = [];
  for (const name of [...added].sort()) {
    const [row] = await tx<{ host: string }>`
      insert into site_hosts (host, site_id, created_at) values (${name}, ${siteId}, ${ctx.now})
      on conflict (host) do nothing
      returning host`;
    if (row) continue;
    const index = hosts.findIndex((host) => canonicalHost(host) === name);
    errors.push({ path: `/apiHosts/${index}`, code: "host_taken", message: "is the host of another site" });
  }
  if (errors.length > 0) return errors;
  await tx`select pg_notify(${hostsChangedChannel}, ${siteId})`;
  return true;
}
