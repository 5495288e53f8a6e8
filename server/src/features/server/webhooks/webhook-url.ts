import { isIP } from "node:net";
import type { AddressNetworks } from "../../../lib/http/address-networks.ts";
import { plainUrl } from "../../../lib/http/plain-url.ts";
import { invalidMember } from "../../../lib/http/problem.ts";

/**
 * The canonical form of an endpoint's address. Throws `validation_failed` for one that no delivery may go to. A name is resolved at each delivery, and its
 * addresses are checked then.
 */
export function canonicalWebhookUrl(text: string, networks: AddressNetworks): string {
  const url = plainUrl(text);
  const message = url ? urlError(url, text, networks) : "must be an absolute https URL";
  if (!url || message !== undefined) throw invalidMember("/url", "url", message ?? "must be an absolute https URL");
  return url.href;
}

function urlError(url: URL, text: string, networks: AddressNetworks): string | undefined {
  if (url.username !== "" || url.password !== "") return "must have no user name or password";
  if (text.includes("#")) return "must have no fragment";
  const isSecure = url.protocol === "https:";
  if (!isSecure && !networks.opensAny) return "must be an https URL";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) === 0) return undefined;
  const standing = networks.standingOf(host);
  if (standing === "forbidden") return "must not be an address of a private network";
  return isSecure || standing === "allowed" ? undefined : "must be an https URL";
}
