import { rememberedKey } from "./leave.ts";

interface Remembered {
  /** The id of the admin: the next person at this browser sees nothing of it. */
  account: string;
  values: Record<string, unknown>;
}

function read(account: string): Remembered {
  try {
    const stored = JSON.parse(localStorage.getItem(rememberedKey) ?? "null") as Remembered | null;
    if (stored?.account === account && typeof stored.values === "object") return stored;
  } catch {
    // Some private windows store nothing.
  }
  return { account, values: {} };
}

/** What this browser remembers for a person until they sign out, such as the columns of a list. Undefined: nothing. */
export const remembered = (account: string, name: string): unknown => read(account).values[name];

/** Remembers a value; undefined: forgets it. */
export function remember(account: string, name: string, value: unknown): void {
  const { values } = read(account);
  try {
    localStorage.setItem(rememberedKey, JSON.stringify({ account, values: { ...values, [name]: value } } satisfies Remembered));
  } catch {
    // It is remembered for nobody, and the screen works as before.
  }
}
