import { readFileSync, writeFileSync } from "node:fs";
import { format } from "prettier";
import type { Reporter, TestModule } from "vitest/node";
import type { Attack } from "./record.ts";

const page = new URL("../../docs/run/security.md", import.meta.url);
const begin = "<!-- attacks: written by npm run attacks -->";
const end = "<!-- /attacks -->";

/**
 * Writes the results of the attacks into the table of docs/run/security.md. A run in which one succeeded writes nothing; a run of some files replaces the rows
 * of their attacks, and a whole one all rows of its databases.
 */
export class AttackReporter implements Reporter {
  readonly #isWhole: boolean;

  constructor({ whole }: { whole: boolean }) {
    this.#isWhole = whole;
  }

  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    if (tests.some((test) => test.result().state === "failed") || modules.some((module) => module.errors().length > 0)) {
      console.error("The table in docs/run/security.md stays as it is: an attack succeeded, or could not be made.");
      return;
    }
    const rows = new Map<string, Attack & { database: string }>();
    const databases = new Set<string>();
    for (const test of tests) {
      const { attack } = test.meta();
      const database = test.project.name.replace("long, attacks, ", "");
      databases.add(database);
      if (!attack) continue;
      const key = `${attack.attack} ${database}`;
      const row = rows.get(key) ?? { ...attack, tried: 0, database };
      rows.set(key, { ...row, tried: row.tried + attack.tried });
    }
    const cell = (text: string) => text.replaceAll("|", "\\|");
    const lines = [...rows.values()].map(
      ({ attack, tried, unit, promise, database }) =>
        `| ${cell(attack)} | ${database} | ${tried.toLocaleString("en")} ${unit} | ${cell(promise)} |`,
    );
    const text = readFileSync(page, "utf8");
    const [before, after] = [text.indexOf(begin), text.indexOf(end)];
    if (before < 0 || after < 0) throw new Error(`docs/run/security.md has lost the marks ${begin} and ${end}.`);
    const isOutdated = (line: string) => {
      const [, attack, database] = line.split(/(?<!\\)\|/).map((text) => text.trim());
      return this.#isWhole ? databases.has(database ?? "") : lines.some((newLine) => newLine.startsWith(`| ${attack} | ${database} |`));
    };
    const keptLines = text
      .slice(before, after)
      .split("\n")
      .filter((line) => /^\| /.test(line) && !/^\| (attack|---)/.test(line))
      .map((line) => line.replace(/ +/g, " "))
      .filter((line) => !isOutdated(line));
    const sorted = [...lines, ...keptLines].sort((one, other) => one.localeCompare(other));
    const table = ["| attack | database | tried | what held each time |", "| --- | --- | --- | --- |", ...sorted].join("\n");
    const written = `${text.slice(0, before + begin.length)}\n\n${table}\n\n${text.slice(after)}`;
    writeFileSync(page, await format(written, { parser: "markdown", printWidth: 140 }));
  }
}
