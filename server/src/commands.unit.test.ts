import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { commandNamed, commands } from "./commands.ts";

const features = fileURLToPath(new URL("features/", import.meta.url));

test("a command is in the file of its feature that has its name", async () => {
  const files = (await readdir(features, { recursive: true })).filter((path) => /^[^/]+\/[^/]+\/cli\/.*(?<!\.test)\.ts$/.test(path));
  expect(files.map((path) => path.slice(path.lastIndexOf("/") + 1)).sort()).toEqual(
    commands.map(({ name }) => `${name.replace(" ", "-")}.ts`).sort(),
  );
  for (const path of files) {
    const values = Object.values((await import(/* @vite-ignore */ `./features/${path}`)) as object);
    expect(values, path).toContain(commandNamed(path.replace(/^.*\/|\.ts$/g, "").replace("-", " ")));
  }
});

test("no two commands have one name", () => {
  expect(new Set(commands.map(({ name }) => name)).size).toBe(commands.length);
});

test("the command line has the first word of each", async () => {
  const words = new Set(commands.map(({ name }) => name.split(" ")[0] ?? ""));
  const program = await readFile(new URL("cli.ts", import.meta.url), "utf8");
  expect([...words].filter((word) => !program.includes(`addCommands("${word}"`))).toEqual([]);
});
