import { createHash } from "node:crypto";
import type { Example, ExampleFill } from "../server/src/features/server/reference/index.ts";

/** The member that a JSON Pointer names. Throws if there is none. */
export function resolvePointer(value: unknown, pointer: string): unknown {
  let member = value;
  for (const name of pointer.split("/").slice(1)) member = (member as Record<string, unknown> | null | undefined)?.[name];
  if (member === undefined) throw new Error(`Nothing is at ${pointer} of ${JSON.stringify(value).slice(0, 200)}.`);
  return member;
}

const steps = [
  { items: 3, characters: 240 },
  { items: 2, characters: 160 },
  { items: 1, characters: 120 },
  { items: 1, characters: 60 },
];
const mostCharacters = 2_400;

/** The response with its long lists and texts cut, so that it can be read at a glance, and is still valid. */
export function shortened(value: unknown, isValid: (value: unknown) => boolean): unknown {
  let best = value;
  for (const step of steps) {
    if (JSON.stringify(best, null, 2).length <= mostCharacters) break;
    const cut = cutTo(value, step);
    if (isValid(cut)) best = cut;
  }
  return best;
}

function cutTo(value: unknown, step: { items: number; characters: number }): unknown {
  if (typeof value === "string") return value.length > step.characters + 20 ? `${value.slice(0, step.characters).trimEnd()} …` : value;
  if (Array.isArray(value)) return value.slice(0, step.items).map((item) => cutTo(item, step));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, cutTo(member, step)]));
}

/** The example with others in place of the secrets that a server draws by lot, always the same and of the same form. */
export function withoutSecrets(example: Example, fills: readonly ExampleFill[], demoKey: string): Example {
  const drawn = fills.flatMap(({ value, mail, given: givenKind }) => (mail !== undefined || givenKind !== undefined ? [value] : []));
  let text = JSON.stringify(example);
  const keys = [...text.matchAll(/\bp[kv]_[0-9A-Za-z]{32}\b/g)].map(([key]) => key).filter((key) => key !== demoKey);
  [...new Set([...drawn, ...keys])].forEach((secret, index) => {
    text = text.replaceAll(secret, standInFor(secret, `${example.status} ${index}`));
  });
  return JSON.parse(text) as Example;
}

/** Digits for digits, letters for letters; the two letters before an underscore stay. */
function standInFor(secret: string, seed: string): string {
  const [prefix = ""] = /^p[kv]_/.exec(secret) ?? [];
  const bytes = [...createHash("sha512").update(seed).digest()];
  const isCode = /^\d+$/.test(secret);
  const alphabet = isCode ? "0123456789" : "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
  const length = secret.length - prefix.length;
  return prefix + Array.from({ length }, (_, index) => alphabet[(bytes[index] ?? 0) % alphabet.length]).join("");
}
