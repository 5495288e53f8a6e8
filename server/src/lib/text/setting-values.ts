import { domainToASCII } from "node:url";
import { AddressNetworks } from "../http/address-networks.ts";
import { clientsBehind } from "../http/client-address.ts";
import { canonicalOrigin } from "../http/origin.ts";

// How settings are read, and their forms, each a function: the value, or undefined if the text does not have the form. Pure.

/** Reads one setting: its value, or the fallback where it is not set, or wrong. */
type ReadSetting = <T>(name: string, fallback: T, read: (text: string) => T | undefined, expected: string) => T;

/** A reader of settings by their names, which adds to `errors` each that is wrong. `known`: the names that were asked for. */
export function settingReader(
  variables: Readonly<Record<string, string | undefined>>,
  errors: string[],
): { setting: ReadSetting; askedNames: ReadonlySet<string> } {
  const askedNames = new Set<string>();
  const setting: ReadSetting = (name, fallback, read, expected) => {
    askedNames.add(name);
    const text = variables[name]?.trim();
    if (text === undefined || text === "") return fallback;
    const value = read(text);
    if (value === undefined) errors.push(`${name} must be ${expected}.`);
    return value ?? fallback;
  };
  return { setting, askedNames };
}

export function postgresUrl(text: string): string | undefined {
  return /^postgres(ql)?:\/\//.test(text) && URL.canParse(text) ? text : undefined;
}

export function postgresUrls(text: string): string[] | undefined {
  const urls = list(text).map(postgresUrl);
  return urls.some((url) => url === undefined) ? undefined : (urls as string[]);
}

export function integerBetween(text: string, min: number, max: number): number | undefined {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : undefined;
  return value !== undefined && value >= min && value <= max ? value : undefined;
}

export function publicUrl(text: string): string | undefined {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return undefined;
  const { username, password, search, hash, href } = new URL(text);
  return username || password || search || hash ? undefined : href.replace(/\/+$/, "");
}

/** A query would have no effect. */
export function isSmtpUrl(text: string): boolean {
  if (!/^smtps?:\/\//.test(text) || !URL.canParse(text)) return false;
  const { hostname, pathname, search, hash, username, password } = new URL(text);
  if (hostname === "" || !["", "/"].includes(pathname) || search || hash || Boolean(username) !== Boolean(password)) return false;
  try {
    return [username, password].every((part) => !/\p{Cc}/u.test(decodeURIComponent(part)));
  } catch {
    return false;
  }
}

/** `address` or `Name <address>`, the name in quotes or not. Without a name, the domain stands for it in subjects and beside passkeys. */
export function sender(text: string): { name: string; address: string } | undefined {
  const named = /^([^<>]*)<([^<>]*)>$/.exec(text);
  const givenName = (named?.[1] ?? "").trim().replace(/^"(.*)"$/, "$1");
  const [local = "", domain = "", ...more] = (named?.[2] ?? text).trim().split("@");
  const ascii = domainToASCII(domain);
  const isDomain = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(ascii) && !ascii.includes("..");
  const isLocal = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/.test(local);
  if (more.length > 0 || !isLocal || !isDomain || /[\p{Cc}"]/u.test(givenName)) return undefined;
  const address = `${local}@${ascii}`;
  const name = givenName.trim() === "" ? domain.slice(0, 100) : givenName;
  return address.length <= 254 && name.length <= 100 ? { name, address } : undefined;
}

function list(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

export function originList(text: string): string[] | undefined {
  const origins = list(text).map(canonicalOrigin);
  return origins.some((origin) => origin === undefined) ? undefined : (origins as string[]);
}

export function networkList(text: string): string[] | undefined {
  try {
    new AddressNetworks(list(text));
    return list(text);
  } catch {
    return undefined;
  }
}

export function proxyList(text: string): string[] | undefined {
  try {
    clientsBehind(list(text));
    return list(text);
  } catch {
    return undefined;
  }
}
