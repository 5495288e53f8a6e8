import { existsSync } from "node:fs";
import { test, type TestContext } from "vitest";

/** `test` if a tool is installed that only few machines have; otherwise a warning. */
export function where(tool: string): (name: string, run: (context: TestContext) => Promise<void>, timeoutMs?: number) => void {
  return existsSync(tool) ? test : (name) => console.warn(`${tool} is not installed, so this test is skipped: ${name}`);
}
