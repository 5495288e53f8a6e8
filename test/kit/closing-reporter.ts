import { readFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";

const skippedFile = new URL("../skipped.txt", import.meta.url);

/** The database of a project, as test/skipped.txt names it. */
const databaseOf = (project: string): string => /embedded|postgres|nothing from memory/.exec(project)?.[0] ?? "embedded";

/**
 * Ends a run with one line that counts, and fails it if a test was skipped that test/skipped.txt does not list: a test that silently stopped
 * running is worse than one that fails.
 */
export class ClosingReporter implements Reporter {
  readonly #hasEverything: boolean;

  /** `hasEverything`: PostgreSQL, Redis and the programs of the tests on several machines are there, and nobody named single tests. */
  constructor(hasEverything: boolean) {
    this.#hasEverything = hasEverything;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    const skipped: string[] = [];
    for (const module of modules) {
      if (module.state() === "failed" && module.errors().length > 0) counts.failed += 1;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        counts[state] += 1;
        // Attacks need programs that few machines have; each reports the missing one.
        const { name } = test.project;
        if (state === "skipped" && !name.startsWith("long, attacks")) skipped.push(`${databaseOf(name)}: ${test.fullName}`);
      }
    }
    const allowed = new Set(readFileSync(skippedFile, "utf8").split("\n"));
    const surprises = skipped.filter((line) => !allowed.has(line));
    if (this.#hasEverything && surprises.length > 0) {
      console.error(`\ntest/skipped.txt does not list these skipped tests:\n  ${surprises.join("\n  ")}`);
      process.exitCode = 1;
    }
    console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  }
}
