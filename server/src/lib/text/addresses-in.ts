import { domainToUnicode } from "node:url";
import { canonicalEmail } from "./email-address.ts";

/** The e-mail addresses in free text, in their stored form. */
function addressesIn(text: string): string[] {
  const candidates = text.match(/[^\s"'<>()[\]{},;:|\\`]+@[^\s"'<>()[\]{},;:|\\`]+/gu) ?? [];
  // A sentence may end with an address.
  return candidates.map((word) => canonicalEmail(word.replace(/[.!?]+$/, ""))).filter((address) => address !== undefined);
}

/** How a value contains an address: as one whole text, at any depth, or among other words. */
export function mentionOf(value: unknown, email: string): "is" | "mentions" | undefined {
  if (typeof value === "string") {
    if (canonicalEmail(value) === email) return "is";
    return hasWithin(value, email) || addressesIn(value).includes(email) ? "mentions" : undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  let mentions: "mentions" | undefined;
  for (const [name, inner] of Object.entries(value)) {
    for (const part of [name, inner]) {
      const mention = mentionOf(part, email);
      if (mention === "is") return mention;
      mentions ??= mention;
    }
  }
  return mentions;
}

/** Whether the address occurs in a text, between characters that do not extend it. Prefers a false match to a missed one. */
function hasWithin(text: string, email: string): boolean {
  const lower = text.toLowerCase();
  const [local = "", domain = ""] = email.split("@");
  return [email, `${local}@${domainToUnicode(domain)}`].some((spelling) => {
    for (let at = lower.indexOf(spelling); at >= 0; at = lower.indexOf(spelling, at + 1)) {
      const after = lower.slice(at + spelling.length, at + spelling.length + 2);
      if (!/[a-z0-9.+-]/.test(lower[at - 1] ?? " ") && !/^(?:[a-z0-9-]|\.[a-z0-9])/.test(after)) return true;
    }
    return false;
  });
}

/** The part that every spelling of an address contains, in lower case: a filter for the database before the exact check. */
export function commonPart(email: string): string {
  return email.slice(0, email.lastIndexOf("@") + 1);
}
