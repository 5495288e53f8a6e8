import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { table } from "./table.ts";
import { freePort } from "../test/kit/free-port.ts";
import { launchChromium } from "../test/kit/chromium.ts";

/** A step of the walk, and the seconds that it took. */
export interface Step {
  name: string;
  seconds: number;
}

const repository = fileURLToPath(new URL("../", import.meta.url));
const patienceMs = 300_000;

/**
 * Walks as a newcomer: from a clone of the last commit, with the commands of the README, through the demo's shop to a site of one's own that
 * shows each change. Rejects at the first step that does not work. Removes the clone, and ends everything that it started.
 */
export async function walkFirstMinutes(onStep: (step: Step) => void = () => undefined): Promise<Step[]> {
  const steps: Step[] = [];
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const begun = performance.now();
    const result = await work();
    steps.push({ name, seconds: (performance.now() - begun) / 1_000 });
    onStep(steps.at(-1) as Step);
    return result;
  };
  const folder = await mkdtemp(join(tmpdir(), "vitrine-first-"));
  const clone = join(folder, "vitrine");
  const running: Program[] = [];
  const start = (command: string, cwd = clone) => {
    const program = run(command, cwd, settings);
    running.push(program);
    return program;
  };
  const port = await freePort();
  const settings = { PORT: String(port), SANDBOX_PORT: String(await freePort()) };
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(60_000);
    await step("git clone", () => start(`git clone --quiet '${repository}' vitrine`, folder).ends());
    await step("npm ci", () => start("npm ci").ends());
    const server = start("npm start");
    await step("npm start", () => server.prints(/Vitrine is ready/));
    await step("open the start page", async () => {
      await page.goto(`http://localhost:${port}/`);
      await page.getByText("200 OK").waitFor();
    });
    await step("buy something in the demo shop", () => buy(page));
    await step("vitrine new", () => start("npx vitrine new my-shop").ends());
    const dev = start("npx vitrine dev my-shop/site.yaml");
    const pages = await step("vitrine dev", async () => {
      const printed = await dev.prints(/Pages +(\S+)\s+Shop +(\S+)/);
      await page.goto(printed[1] ?? "");
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      return { shop: printed[2] ?? "" };
    });
    const file = join(clone, "my-shop/site.yaml");
    await step("a change of a page shows on save", async () => {
      // The title of the first page is bound to it.
      await change(file, "name: My shop", "name: Bread from four in the morning");
      await page.getByRole("heading", { name: "Bread from four in the morning" }).waitFor();
    });
    await step("a change of the shop shows on save", async () => {
      await page.goto(pages.shop);
      await page.getByText("€1.10").first().waitFor();
      await change(file, "price: 110", "price: 135");
      await page.getByText("€1.35").first().waitFor();
    });
    await step("a mistake shows with its place", async () => {
      await change(file, "price: 135", "price: 1.35");
      await page.getByText(/line \d+, column \d+/).waitFor();
      await change(file, "price: 1.35", "price: 135");
      await page.getByText(/line \d+, column \d+/).waitFor({ state: "detached" });
    });
    return steps;
  } finally {
    await browser.close();
    for (const program of running.reverse()) await program.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function buy(page: Page): Promise<void> {
  await page.getByRole("link", { name: /demo shop/ }).click();
  await page
    .getByRole("button", { name: /^Add to basket/ })
    .first()
    .click();
  await page.getByLabel(/E-mail/).fill("ada@example.com");
  await page.getByRole("button", { name: /^Pay/ }).click();
  await page.getByRole("radio").first().check();
  await page.getByRole("button", { name: /^Pay/ }).click();
  await page.locator("#order-number").getByText(/\d{4}/).waitFor();
}

/** Throws unless the file holds the text: the walk would wait for nothing. */
async function change(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, "utf8");
  if (!text.includes(from)) throw new Error(`The bundle does not hold "${from}".`);
  await writeFile(file, text.replace(from, to));
}

interface Program {
  /** Resolves when it ends; rejects unless it succeeds. */
  ends(): Promise<void>;
  /** Resolves when it has printed this. */
  prints(pattern: RegExp): Promise<RegExpExecArray>;
  stop(): Promise<void>;
}

/** Runs a line of the README in a shell, in a process group of its own: npm passes a signal no further than to its shell. */
function run(command: string, cwd: string, settings: Readonly<Record<string, string>>): Program {
  const { PATH = "", HOME = "" } = process.env;
  const child: ChildProcess = spawn(command, { cwd, shell: true, detached: true, env: { PATH, HOME, ...settings } });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += String(chunk)));
  const ended = once(child, "close") as Promise<[number | null]>;
  return {
    ends: async () => {
      const [code] = await ended;
      if (code !== 0) throw new Error(`${command} ended with ${code}: ${output}`);
    },
    prints: async (pattern) => {
      const deadline = performance.now() + patienceMs;
      for (;;) {
        const match = pattern.exec(output);
        if (match) return match;
        if (child.exitCode !== null || performance.now() > deadline)
          throw new Error(`${command} did not print ${String(pattern)}: ${output}`);
        await Promise.race([once(child.stdout ?? child, "data"), ended]);
      }
    },
    stop: async () => {
      if (child.exitCode !== null || child.pid === undefined) return;
      process.kill(-child.pid, "SIGTERM");
      await ended;
    },
  };
}

/** The walk as a section of the report. */
export function firstMinutesSection(steps: readonly Step[]): string {
  const rows = steps.map(({ name, seconds }) => [name, seconds.toFixed(1)]);
  const columns = [
    { title: "step", align: "left" },
    { title: "s", align: "right" },
  ] as const;
  const all = steps.reduce((sum, { seconds }) => sum + seconds, 0);
  return `## The first minutes\n\n${table(columns, [...rows, ["all", all.toFixed(1)]])}\n`;
}
