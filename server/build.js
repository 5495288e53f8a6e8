// Builds dist/: the server with the packages that it uses, in a dozen files, because a start that reads a thousand takes four times as
// long, and an empty database to begin with (docs/decisions/0027). A checkout builds itself when its sources have changed.
import { readdirSync, statSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const dist = at("dist");
const entry = join(dist, "cli.js");
/** The programs: the command line, the child process that works on pictures, and the threads that work on bundles and on tables of products. */
const entryPoints = {
  cli: at("src/cli.ts"),
  "picture-child": at("src/adapters/pictures/child.ts"),
  "bundle-thread": at("src/bundle-thread.ts"),
  "products-thread": at("src/products-thread.ts"),
};
const entries = Object.keys(entryPoints).map((name) => join(dist, `${name}.js`));
const emptyDatabase = join(dist, "empty-database.tgz");
const lockFile = at("../package-lock.json");
const sources = [at("src"), at("../sandbox/src"), at("../client/src")];

/** Loaded from node_modules: native code, WebAssembly, and files that are read by their paths. */
const external = ["@electric-sql/pglite", "@node-rs/argon2", "fs-native-extensions", "@vitrine/demo", "pg-native", "sharp", "jsdom"];

/** Packages in the format of CommonJS ask for Node's own modules with `require`. */
const banner = 'import { createRequire as createOwnRequire } from "node:module";\nconst require = createOwnRequire(import.meta.url);';

/** A running server loads some of its files late: an earlier build's are kept this long. */
const keptMs = 24 * 60 * 60 * 1_000;

/** Builds unless the build is newer than every source. A build that is there serves where nothing can be written or esbuild is missing. */
export async function buildIfStale() {
  const built = modified(entry);
  if (built > newestSource()) return;
  try {
    await build();
  } catch (error) {
    const cannotBuild = ["EACCES", "EROFS", "ERR_MODULE_NOT_FOUND"].includes(error.code);
    if (!cannotBuild) throw error;
    if (built === 0) throw new Error("This checkout is not built. Run `npm ci`, which builds it.", { cause: error });
  }
}

/** Returns the names of its files. */
async function build() {
  const { build: bundle } = await import("esbuild");
  const begun = new Date();
  await mkdir(dist, { recursive: true });
  const folder = await mkdtemp(join(dist, ".build-"));
  try {
    const { metafile } = await bundle({
      entryPoints,
      outdir: folder,
      absWorkingDir: at("."),
      bundle: true,
      splitting: true,
      platform: "node",
      format: "esm",
      target: "node20",
      // Entries of these ask for their parts in a way that no bundler can follow.
      alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js", "css-tree": "css-tree/dist/csstree.esm" },
      external,
      banner: { js: banner },
      sourcemap: "linked",
      legalComments: "none",
      metafile: true,
      logLevel: "warning",
    });
    await writeFile(join(folder, "licenses.txt"), await licensesOf(Object.keys(metafile.inputs)));
    if (modified(emptyDatabase) < modified(lockFile)) await writeEmptyDatabase(join(folder, "empty-database.tgz"));
    // What a change meanwhile makes is newer than the build.
    await utimes(join(folder, "cli.js"), begun, begun);
    await removeOld(begun);
    // The entries come last: whoever starts meanwhile finds the parts of its own build. Their names are made of their content.
    const isEntry = (name) => entries.includes(join(dist, name));
    const names = (await readdir(folder)).sort((one, other) => isEntry(one) - isEntry(other));
    for (const name of names) await rename(join(folder, name), join(dist, name));
    return [...names, "empty-database.tgz"];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function removeOld(begun) {
  for (const name of await readdir(dist)) {
    const path = join(dist, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
    if (![...entries, emptyDatabase].includes(path) && begun.getTime() - mtimeMs > keptMs) await rm(path, { recursive: true, force: true });
  }
}

/** To make one takes PGlite three seconds, which would be more than half of the first start. */
async function writeEmptyDatabase(path) {
  const { PGlite } = await import("@electric-sql/pglite");
  const engine = await PGlite.create();
  await writeFile(path, Buffer.from(await (await engine.dumpDataDir("gzip")).arrayBuffer()));
  await engine.close();
}

function newestSource() {
  const files = sources.flatMap((folder) => [folder, ...readdirSync(folder, { recursive: true }).map((name) => join(folder, name))]);
  const own = [at("build.js"), lockFile, ...files.filter((name) => !/\.(test|proof)\.ts$/.test(name))];
  return Math.max(...own.map(modified));
}

function modified(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** The licences of the packages in the build, which ask to be handed on with their code. */
async function licensesOf(inputs) {
  const folders = new Set(inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []));
  const texts = [...folders].sort().map(async (folder) => {
    const { name, version, license } = JSON.parse(await readFile(at(`${folder}/package.json`), "utf8"));
    const file = (await readdir(at(folder))).find((each) => /^licen[cs]e/i.test(each));
    return `${name} ${version} (${license})\n\n${file ? await readFile(at(`${folder}/${file}`), "utf8") : ""}`;
  });
  return (await Promise.all(texts)).join(`\n${"-".repeat(80)}\n`);
}

/** Files of earlier builds, which no package should hold. Processes that start meanwhile keep the files of this one. */
async function removeAllBut(names) {
  const others = (await readdir(dist)).filter((name) => !names.includes(name) && !name.startsWith(".build-"));
  for (const name of others) await rm(join(dist, name), { recursive: true, force: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await removeAllBut(await build());
