import { existsSync } from "node:fs";
import { test, type TestContext } from "vitest";

/** `test` where a tool is that few have and no test can do without; elsewhere nothing but a word about it. */
export function where(tool: string): (name: string, run: (context: TestContext) => Promise<void>, timeoutMs?: number) => void {
  return existsSync(tool) ? test : (name) => console.warn(`${tool} is not here, so this is left out: ${name}`);
}
