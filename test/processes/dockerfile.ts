import { execFile } from "node:child_process";
import { cp, lstat, mkdir, readFile, rm, stat, symlink } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const repository = fileURLToPath(new URL("../../", import.meta.url));

/** The metadata of an image, and the folder that stands for its root. */
export interface BuiltImage {
  root: string;
  workdir: string;
  env: Record<string, string>;
  user: string;
  entrypoint: string[];
  cmd: string[];
  healthcheck: string[];
  stopSignal: string;
  labels: string;
}

interface Instruction {
  name: string;
  rest: string;
}

/** A Dockerfile as its instructions, continued lines joined. */
export function instructionsOf(dockerfile: string): Instruction[] {
  return dockerfile
    .replace(/^\s*#.*\n/gm, "")
    .replace(/\\\n\s*/g, "")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [, name = "", rest = ""] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
      return { name, rest };
    });
}

/** What a COPY takes, from an earlier stage or else from the context of the build, and where to. */
export function copyOf(rest: string): { from?: string; sources: string[]; target: string } {
  const words = rest.split(" ");
  const from = words[0]?.startsWith("--from=") ? words.shift()!.slice("--from=".length) : undefined;
  const target = words.pop()!;
  return { ...(from === undefined ? {} : { from }), sources: words, target };
}

/** Whether .dockerignore lets a file of the repository into the build: of the patterns that match it, the last one decides. */
export function contextFilter(dockerignore: string): (path: string) => boolean {
  const patterns = dockerignore
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => ({ keeps: line.startsWith("!"), expression: expressionOf(line.replace(/^!/, "")) }));
  return (path) => patterns.reduce((isIncluded, { keeps, expression }) => (expression.test(path) ? keeps : isIncluded), true);
}

/** Matches a pattern, and everything below it. */
function expressionOf(pattern: string): RegExp {
  const pieces = pattern.split(/(\*\*\/|\*)/).map((piece) => {
    if (piece === "**/") return "(?:.*/)?";
    return piece === "*" ? "[^/]*" : piece.replace(/[.+^$()[\]{}|\\]/g, "\\$&");
  });
  return new RegExp(`^${pieces.join("")}(?:/.*)?$`);
}

/**
 * Carries out a Dockerfile without a container engine: each stage is a folder, its steps are run there with paths below it.
 * `npm ci` is replaced by its result, taken from this repository's node_modules, so that no network is needed;
 * with TEST_NPM_CI=true it is run as it is.
 */
export async function buildImage(folder: string): Promise<BuiltImage> {
  const isKept = contextFilter(await readFile(join(repository, ".dockerignore"), "utf8"));
  const stages = new Map<string, BuiltImage>();
  let image = emptyImage("");
  for (const { name, rest } of instructionsOf(await readFile(join(repository, "Dockerfile"), "utf8"))) {
    if (name === "FROM") {
      const [from = "", , as = "final"] = rest.split(" ");
      const base = stages.get(from);
      image = { ...(base ?? emptyImage("")), root: join(folder, as) };
      await mkdir(join(image.root, "usr/local/bin"), { recursive: true });
      if (base) await run("cp", ["-a", `${base.root}/.`, image.root]);
      stages.set(as, image);
    } else if (name === "WORKDIR") {
      image.workdir = rest;
      await mkdir(join(image.root, rest), { recursive: true });
    } else if (name === "COPY") await copy(image, rest, stages, isKept);
    else if (name === "RUN") await step(image, rest);
    else if (name === "ENV")
      Object.assign(image.env, Object.fromEntries(rest.split(" ").map((pair) => pair.split("=") as [string, string])));
    else if (name === "USER") image.user = rest;
    else if (name === "ENTRYPOINT") image.entrypoint = JSON.parse(rest) as string[];
    else if (name === "CMD") image.cmd = JSON.parse(rest) as string[];
    else if (name === "HEALTHCHECK") image.healthcheck = JSON.parse(rest.slice(rest.indexOf("CMD ") + 4)) as string[];
    else if (name === "STOPSIGNAL") image.stopSignal = rest;
    else if (name === "LABEL") image.labels = rest;
    else if (name !== "ARG" && name !== "EXPOSE") throw new Error(`This does not know what ${name} does: teach it, or leave it out.`);
  }
  return image;
}

function emptyImage(root: string): BuiltImage {
  return { root, workdir: "/", env: {}, user: "", entrypoint: [], cmd: [], healthcheck: [], stopSignal: "", labels: "" };
}

async function copy({ root, workdir }: BuiltImage, rest: string, stages: Map<string, BuiltImage>, isKept: (path: string) => boolean) {
  const { from, sources, target } = copyOf(rest);
  for (const source of sources) {
    const base = from === undefined ? repository : stages.get(from)!.root;
    const path = join(base, source);
    const isFolder = (await stat(path)).isDirectory();
    // As Docker does: into a folder that ends with a slash, else as the name that is given; of a folder, what is in it.
    const into = join(root, workdir, target, !isFolder && target.endsWith("/") ? source.split("/").at(-1)! : "");
    await mkdir(dirname(into), { recursive: true });
    if (from !== undefined) await run("cp", ["-a", isFolder ? `${path}/.` : path, into]);
    else await copyFromContext(source, path, into, isKept);
  }
}

async function copyFromContext(source: string, path: string, into: string, isKept: (path: string) => boolean): Promise<void> {
  const copied: string[] = [];
  await cp(path, into, {
    recursive: true,
    filter: async (file) => {
      const isFolder = (await stat(file)).isDirectory();
      if (isFolder) return true;
      const isCopied = isKept(relative(repository, file));
      if (isCopied) copied.push(file);
      return isCopied;
    },
  });
  if (copied.length === 0) throw new Error(`COPY ${source}: there is nothing that .dockerignore lets through.`);
}

async function step({ root, workdir }: BuiltImage, command: string): Promise<void> {
  const cwd = join(root, workdir);
  for (const part of command.split(" && ")) {
    if (part.startsWith("npm ci ") && process.env.TEST_NPM_CI !== "true") await install(cwd, part);
    // A user other than root cannot give a folder away, and owns it already.
    else if (!(part.startsWith("chown ") && process.getuid?.() !== 0)) {
      // The last path is the destination; a link leads to its future place.
      await run("sh", ["-c", part.replace(/(?<= )\/(?=\S*$)/, `${root}/`)], { cwd });
    }
  }
}

/** The result of `npm ci`, copied from the modules installed here by the same lock file. */
async function install(cwd: string, command: string): Promise<void> {
  if (!command.includes("--omit=dev")) {
    for (const folder of ["node_modules", "server/node_modules"]) {
      if (await exists(join(repository, folder))) await symlink(join(repository, folder), join(cwd, folder));
    }
    return;
  }
  const workspace = /--workspace (\S+)/.exec(command)?.[1] ?? "";
  const { stdout } = await run("npm", ["ls", "--all", "--omit=dev", "--parseable", "--workspace", workspace], { cwd: repository });
  // The outer ones first: the inner ones are listed by themselves.
  for (const path of stdout
    .split("\n")
    .map((line) => relative(repository, line))
    .sort()) {
    const [from, to] = [join(repository, path), join(cwd, path)];
    if (!path.includes("node_modules/")) continue;
    await mkdir(dirname(to), { recursive: true });
    await run("cp", ["-a", from, to]);
    // Links are the workspaces, which the Dockerfile copies by itself.
    if (!(await lstat(from)).isSymbolicLink()) await rm(join(to, "node_modules"), { recursive: true, force: true });
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
