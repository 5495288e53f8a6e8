// Builds the studio into server/studio, from where the server hands it out. A checkout does so when its sources have changed.
import { execFile } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const target = at("../server/studio");
const sources = ["build.js", "src", "../client/src", "index.html", "vite.config.ts", "../package-lock.json"].map(at);

/** Whether a source is newer than the build. */
export function isStale() {
  return modified(join(target, "index.html")) <= Math.max(...sources.flatMap(filesIn).map(modified));
}

/** Builds unless the build is newer than every source. */
export async function buildIfStale() {
  if (!isStale()) return;
  process.stderr.write("Building the studio …\n");
  // In a process of its own: packages are built for the environment of theirs, and a test runner's is another one.
  await promisify(execFile)(process.execPath, [at("build.js")]);
}

/** The new build takes the place of the old one at once: a server may be handing it out, and two may be building. */
async function build() {
  const vite = await import("vite");
  const folder = await mkdtemp(at("../server/.studio-"));
  const [made, old] = [join(folder, "new"), join(folder, "old")];
  try {
    await vite.build({ configFile: at("vite.config.ts"), logLevel: "warn", build: { outDir: made } });
    await compressFiles(join(made, "assets"));
    await rename(target, old).catch((error) => {
      if (error.code !== "ENOENT") throw error;
    });
    await rename(made, target);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Once, here, and better than a proxy has time for: the server hands these files out. */
async function compressFiles(folder) {
  const names = (await readdir(folder)).filter((name) => /\.(js|css)$/.test(name));
  const codings = {
    br: promisify(brotliCompress),
    gz: (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
  };
  for (const name of names) {
    const bytes = await readFile(join(folder, name));
    await Promise.all(
      Object.entries(codings).map(async ([ending, compress]) => writeFile(join(folder, `${name}.${ending}`), await compress(bytes))),
    );
  }
}

function filesIn(path) {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path];
  return [path, ...readdirSync(path, { recursive: true }).map((name) => join(path, name))];
}

function modified(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes("--if-stale")) await buildIfStale();
  else {
    process.env.NODE_ENV = "production";
    await build();
  }
}
