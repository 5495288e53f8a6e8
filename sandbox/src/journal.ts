import { createReadStream } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";

export interface Journal {
  /** The latest state of the object with this kind and id. Changes put in one go are kept all together or not at all. */
  put(kind: string, id: string, value: object): void;
  /** Resolves when the operating system has all changes, so that they survive a killed process. */
  written(): Promise<void>;
  close(): Promise<void>;
}

export const noJournal: Journal = { put: () => undefined, written: () => Promise.resolve(), close: () => Promise.resolve() };

/** The ledger's file of JSON lines, each a list of `[kind, value]`. `restore` sees what is in it, oldest first. */
export async function openJournal(
  folder: string,
  restore: (kind: string, value: unknown) => void,
  onFailure: (line: string) => void,
): Promise<Journal> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, "sandbox.jsonl");
  const file = await open(path, "a", 0o600);
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    if (line === "") continue;
    const changes = parse(line);
    if (!changes) onFailure("sandbox.jsonl has a line that was not written to its end; it is left out.");
    for (const [kind, value] of changes ?? []) restore(kind, value);
  }
  // Starts on a new line, in case a killed process left an incomplete one.
  if ((await file.stat()).size > 0) await file.appendFile("\n");

  let changes = new Map<string, [string, object]>();
  let writing: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  const write = async () => {
    next = undefined;
    if (changes.size === 0) return;
    const line = `${JSON.stringify([...changes.values()])}\n`;
    changes = new Map();
    await file.appendFile(line).catch((error: unknown) => onFailure(`sandbox.jsonl cannot be written: ${String(error)}`));
  };
  // Callers during a write share the write after it.
  const written = () => {
    if (changes.size === 0 && next === undefined) return writing;
    return (next ??= writing = writing.then(write));
  };
  return {
    put: (kind, id, value) => void changes.set(`${kind} ${id}`, [kind, value]),
    written,
    close: async () => {
      await written();
      await file.close();
    },
  };
}

function parse(line: string): [string, unknown][] | undefined {
  try {
    return JSON.parse(line) as [string, unknown][];
  } catch {
    return undefined;
  }
}
