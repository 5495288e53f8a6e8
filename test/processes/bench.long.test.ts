import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, inject, test } from "vitest";
import { hasChromium } from "../kit/chromium.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

// needs: server-postgres, Linux. The bench measures both databases by itself.
test.runIf(process.platform === "linux" && inject("database") === "postgres")(
  "the bench runs through all its parts",
  { timeout: 600_000 },
  async () => {
    const args = ["--import", "tsx", "bench/bench.ts", "--smoke", "--postgres", inject("postgresUrl")];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, maxBuffer: 10_000_000 });
    const sections = stdout.match(/^## .+$/gm) ?? [];
    expect(sections).toEqual(
      expect.arrayContaining([
        "## A large catalogue",
        "## While customers log in",
        "## Every operation that reads",
        ...(hasChromium ? ["## The studio"] : []),
        "## Reads beside publications",
        "## What stays on",
        "## Start and memory",
      ]),
    );
    expect(sections.length).toBeGreaterThanOrEqual(6);
    expect(stdout).not.toContain("undefined");
    // On a busy machine a round of a tenth of a second may pass without an answer.
    expect(stdout.split("\n").filter((line) => line.includes("NaN")).length).toBeLessThanOrEqual(2);
  },
);
