import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify, stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { linkPackages } from "../kit/link-packages.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const run = (folder: string, command: string, ...args: string[]) =>
  promisify(execFile)(command, args, { cwd: folder, maxBuffer: 50_000_000, env: { ...process.env, CI: "", FORCE_COLOR: "0" } }).catch(
    (error: Error & { stdout: string; stderr: string }) => {
      throw new Error(`${command} ${args.join(" ")}: ${error.message}\n${error.stdout}\n${error.stderr}`);
    },
  );

let folder: string;
/** A copy of the repository, with the current files. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vitrine-recipe-"));
  const { stdout } = await run(root, "git", "ls-files", "--cached", "--others", "--exclude-standard", "-z");
  for (const name of stdout.split("\0").filter(Boolean)) await cp(join(root, name), join(folder, name)).catch(skipDeleted);
  await linkPackages(root, folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function skipDeleted(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}

/** The blocks of the page: the place of each, and its content. */
async function blocks() {
  const page = await readFile(join(root, "docs/contribute/adding-an-operation.md"), "utf8");
  let path = "";
  return [...page.matchAll(/^\*\*(\S+)\*\*$|^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, heading, language = "", text = ""]) => {
    path = heading ?? path;
    return heading === undefined ? [{ path, language, text }] : [];
  });
}

/** Replaces the old lines of a diff by the new ones. */
function applied(source: string, diff: string, path: string): string {
  const lines = diff.trimEnd().split("\n");
  const side = (sign: string) => lines.filter((line) => !line.startsWith(sign)).map((line) => `${line.slice(1)}\n`);
  const [before, after] = [side("+").join(""), side("-").join("")];
  const parts = source.split(before);
  if (parts.length !== 2) throw new Error(`${path} does not hold these lines once, but ${parts.length - 1} times:\n${before}`);
  return parts.join(after);
}

test("the example of how to add an operation works as it is written", { timeout: 600_000 }, async () => {
  const codeBlocks = await blocks();
  expect(codeBlocks.length).toBeGreaterThan(15);
  for (const { path, language, text } of codeBlocks) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, language === "diff" ? applied(await readFile(file, "utf8"), text, path) : text);
  }
  const node = (...args: string[]) => run(folder, process.execPath, "--import", "tsx", ...args);
  // With the empty database that the demo site is imported into.
  await run(folder, process.execPath, "server/build.js");
  const { stdout: written } = await node("scripts/generate.ts");
  for (const name of ["openapi.json", "docs/build/errors.md", "docs/build/routes.md", "client/src/generated.ts"])
    expect(written).toContain(name);
  await run(folder, process.execPath, "node_modules/typescript/bin/tsc", "-p", ".");
  for (const check of ["check-imports", "check-owners"]) await node(`scripts/${check}.ts`);
  const formatted = codeBlocks.filter(({ language }) => language === "ts").map(({ path }) => path);
  await run(folder, process.execPath, "node_modules/prettier/bin/prettier.cjs", "--check", ...formatted);
  const vitest = (...args: string[]) =>
    run(folder, process.execPath, "node_modules/vitest/vitest.mjs", "run", "--project=embedded", "--reporter=verbose", ...args);
  await vitest("test/schema");
  // Of the matrices, the rows of this operation: `npm test` runs the others.
  const ofOperation = ["--testNamePattern", "estock|a visitor can wait"];
  const { stdout } = await vitest(
    ...ofOperation,
    "server/src/features/shop/restock",
    "test/proofs/operations.test.ts",
    "client/test/proofs.test.ts",
  );
  expect(stripVTControlCharacters(stdout)).toMatch(/✓.*restock.* > a visitor can wait/);
  // Both matrices have found the new operation.
  for (const row of ["> requestRestock > ", "catalog.requestRestock "]) expect(stripVTControlCharacters(stdout)).toContain(row);
});
