import { domainToASCII } from "node:url";

const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const domain = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const longest = 254;

/**
 * The one spelling of an e-mail address that is stored, compared and mailed to, or undefined if it is not one: trimmed,
 * lower case, the domain in punycode. Beyond ASCII a local part is refused before its case is folded: the Kelvin sign, for
 * one, becomes a plain k then, which is another person's mailbox.
 */
export function canonicalEmail(text: string): string | undefined {
  const trimmed = text.trim();
  const at = trimmed.lastIndexOf("@");
  const typed = trimmed.slice(0, at);
  if (at < 1 || at > 64 || !/^[\x21-\x7e]+$/.test(typed)) return undefined;
  const local = typed.toLowerCase();
  const typedDomain = trimmed.slice(at + 1);
  // The function below parses a host as in a URL: up to the first of these, percent-decoded, without tabs.
  if (/[\s\u0000-\u001f\u007f%/\\?#:@]/.test(typedDomain)) return undefined;
  const ascii = domainToASCII(typedDomain).toLowerCase();
  const address = `${local}@${ascii}`;
  // All digits at the end is an IP address, whatever its notation.
  return localPart.test(local) && domain.test(ascii) && !/\.\d+$/.test(ascii) && address.length <= longest ? address : undefined;
}
