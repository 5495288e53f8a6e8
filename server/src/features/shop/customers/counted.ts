import { customerMailKinds, type CustomerMailKind } from "./customer-mail.ts";

/** Logins of an account, from all clients together. */
export function loginsOf(email: string): string {
  return `login ${email}`;
}

export function mailsAskedFor(kind: CustomerMailKind, email: string): string {
  return `asked for ${kind} to ${email}`;
}

export function mailsSent(kind: CustomerMailKind, email: string): string {
  return `mail ${kind} to ${email}`;
}

/** All counters of an address, except those that also count a client. */
export function allCountedOf(email: string): string[] {
  return [loginsOf(email), ...customerMailKinds.flatMap((kind) => [mailsAskedFor(kind, email), mailsSent(kind, email)])];
}
