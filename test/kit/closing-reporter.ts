import { readFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";

const skippedFile = new URL("../skipped.txt", import.meta.url);

/**
 * Ends a run with one line that counts, and compares the skipped tests with the allowed ones: a test that
 * silently stopped running is worse than one that fails.
 */
export class ClosingReporter implements Reporter {
  readonly #run: "whole" | "part" | "named";

  /**
   * `whole`: every test file of the projects was to run, so that the list of the skipped must be complete for them. `part`: some of the files were to run.
   * `named`: somebody named files or tests, and left out others.
   */
  constructor(run: "whole" | "part" | "named") {
    this.#run = run;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    const skipped: string[] = [];
    const projects = new Set(modules.map(({ project }) => project.name));
    for (const module of modules) {
      if (module.state() === "failed" && module.errors().length > 0) counts.failed += 1;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        counts[state] += 1;
        // Attacks need programs that few machines have; each reports the missing one.
        if (state === "skipped" && !test.project.name.startsWith("long, attacks")) skipped.push(`${test.project.name}: ${test.fullName}`);
      }
    }
    if (this.#run !== "named") {
      const allowed = readFileSync(skippedFile, "utf8")
        .split("\n")
        .filter((line) => projects.has(line.split(": ", 1)[0] ?? ""));
      const surprises = [
        ...skipped.filter((name) => !allowed.includes(name)).map((name) => `skipped: ${name}`),
        ...(this.#run === "whole" ? allowed.filter((name) => !skipped.includes(name)).map((name) => `not skipped: ${name}`) : []),
      ];
      if (surprises.length > 0) {
        console.error(`\nThe skipped tests are not those of test/skipped.txt:\n  ${surprises.join("\n  ")}`);
        process.exitCode = 1;
      }
    }
    console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  }
}
