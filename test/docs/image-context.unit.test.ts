import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { contextFilter, copyOf, instructionsOf } from "../processes/dockerfile.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const text = (path: string) => readFileSync(join(repository, path), "utf8");

const isKept = contextFilter(text(".dockerignore"));
const sources = instructionsOf(text("Dockerfile"))
  .filter(({ name }) => name === "COPY")
  .map(({ rest }) => copyOf(rest))
  .flatMap((copy) => (copy.from === undefined ? copy.sources : []));

// The image itself is built by test/processes/deployment.once.test.ts, which takes long.
test("all that the Dockerfile copies from the context exists, and .dockerignore lets it through", () => {
  expect(sources).toContain("server/src");
  expect(sources.filter((source) => !filesOf(source).some(isKept))).toEqual([]);
});

/** A file, or all files of a folder, by their paths in the repository. */
function filesOf(path: string): string[] {
  const stats = statSync(join(repository, path), { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return stats ? [path] : [];
  return readdirSync(join(repository, path)).flatMap((name) => filesOf(`${path}/${name}`));
}
