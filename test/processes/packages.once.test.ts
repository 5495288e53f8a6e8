import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runToEnd, startProgram, type Ended, type Started } from "../kit/run-to-end.ts";
import { scratchFolder, serveProcess, type ServingProcess } from "../kit/vitrine-process.ts";
import { freePort } from "../kit/free-port.ts";

const published = ["vitrine", "@vitrine/client", "@vitrine/demo"];
const repository = fileURLToPath(new URL("../../", import.meta.url));
let scratch: Awaited<ReturnType<typeof scratchFolder>>;
/** The folder of somebody who installed the packages. */
let folder: string;
let files: string[];
let server: ServingProcess | undefined;
let shop: Started | undefined;

/** Throws unless the program succeeds. */
async function run(program: string, args: readonly string[], cwd: string): Promise<Ended> {
  const ended = await runToEnd(program, args, { cwd });
  if (ended.code !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${ended.code}: ${ended.stderr}${ended.stdout}`);
  return ended;
}
const installed = (path: string) => join(folder, "node_modules", path);

beforeAll(async () => {
  scratch = await scratchFolder();
  const packs = join(scratch.path, "packs");
  folder = join(scratch.path, "own");
  for (const path of [packs, folder]) await mkdir(path);
  await run("npm", ["pack", ...published.map((name) => `--workspace=${name}`), "--pack-destination", packs], repository);
  files = (await readdir(packs)).map((name) => join(packs, name));
  expect(files.length).toBe(published.length);
  await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  await run("npm", ["install", "--no-audit", "--no-fund", ...files], folder);
}, 600_000);
afterAll(async () => {
  await server?.end("SIGKILL");
  await shop?.end("SIGTERM");
  await scratch.remove();
});

test("the server starts from its package with the demo site, and shows its pages", async () => {
  const program = { cli: installed("vitrine/bin/vitrine.js"), cwd: folder };
  server = await serveProcess(["--demo"], { DATA_DIR: join(folder, "data") }, program);
  for (const path of ["/", "/demo/start.css", "/demo/shop", "/demo/site", "/demo/illustrations/fjell-chair-oak.svg", "/docs", "/readyz"]) {
    expect([path, (await fetch(server.url + path)).status]).toEqual([path, 200]);
  }
});

test("the command line writes a site to begin with, and imports it", async () => {
  const vitrine = installed(".bin/vitrine");
  await run(vitrine, ["new", "bakery"], folder);
  const { stdout } = await run(vitrine, ["site", "import", join("bakery", "site.yaml")], folder);
  const page = /See it: (\S+)/.exec(stdout)?.[1] ?? "";
  const key = page.split("#key=")[1] ?? "";
  const { status } = await fetch(`${server?.url ?? ""}/api/public/v1/pages/home`, { headers: { "x-api-key": key } });
  expect(status).toBe(200);
});

test("the client's README begins with a program that runs, and that the compiler understands", async () => {
  const readme = await readFile(installed("@vitrine/client/README.md"), "utf8");
  const sample = (/```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? "").replace("http://localhost:3000", server?.url ?? "");
  await writeFile(join(folder, "sample.ts"), sample);
  const options = ["--module", "nodenext", "--target", "es2022", "--strict", "--ignoreConfig"];
  await run(process.execPath, [join(repository, "node_modules/typescript/bin/tsc"), ...options, "sample.ts"], folder);
  expect((await run(process.execPath, ["sample.js"], folder)).stdout).toBe("Über uns\n");
});

test("each package has its licence, and nothing but what it needs", async () => {
  for (const name of published) {
    const files = await readdir(installed(name), { recursive: true });
    expect([name, files.includes("LICENSE"), files.includes("README.md")]).toEqual([name, true, true]);
    expect(files.filter((path) => !/node_modules/.test(path) && /\.test\.|\.proof\.|(^|\/)src\//.test(path))).toEqual([]);
  }
});

/** The packages with all that they depend on and that is installed; of scoped ones the scope, as a folder of packages has it. */
async function withTheirs(roots: readonly string[]): Promise<Set<string>> {
  const names = new Set(roots);
  for (const name of names) {
    const text = await readFile(installed(`${name}/package.json`), "utf8").catch(() => "{}");
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(text) as Record<string, Record<string, string>>;
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) names.add(each);
  }
  return new Set([...names].map((name) => (name.startsWith("@") ? (name.split("/")[0] ?? "") : name)));
}

test("the server's package holds the packages that it uses, with their licences", async () => {
  expect(await readFile(installed("vitrine/dist/licenses.txt"), "utf8")).toMatch(
    /^fastify \d[\d.]+ \(MIT\)\n\n[^]*?Permission is hereby granted/m,
  );
  // Pictures are the work of native code, and drawings of a browser's tree of elements: both come with packages of theirs.
  const ofPictures = await withTheirs(["sharp", "jsdom"]);
  const ownPackages = ["@electric-sql", "@node-rs", "@vitrine", "fs-native-extensions", "vitrine", ...ofPictures];
  const others = ["b4a", "require-addon", "which-runtime", "bare-"];
  const names = (await readdir(installed("."))).filter((name) => !name.startsWith(".") && !ownPackages.includes(name));
  expect(names.filter((name) => !others.some((other) => name.startsWith(other)))).toEqual([]);
});

test("the package that makes a shop writes one that depends on the published packages", async () => {
  const pack = await run("npm", ["pack", "--pack-destination", scratch.path], join(repository, "create-vitrine"));
  await run("npm", ["install", "--no-audit", "--no-fund", join(scratch.path, pack.stdout.trim().split("\n").at(-1) ?? "")], folder);
  await run(installed(".bin/create-vitrine"), ["corner-bakery", "--no-install", "--no-start"], folder);
  expect(await dependenciesOf(join(folder, "corner-bakery"))).toMatchObject({ vitrine: "0.1.0", "@vitrine/client": "0.1.0" });
});

test("from a checkout, one command makes a shop with packs of what is not published, and starts it", { timeout: 600_000 }, async () => {
  const [port, serverPort] = [String(await freePort()), String(await freePort())];
  const readme = await readFile(join(repository, "create-vitrine/README.md"), "utf8");
  const [program = "", ...args] = (/^node create-vitrine\/.*$/m.exec(readme)?.[0] ?? "").split(" ");
  expect([program, args.pop()]).toEqual(["node", "../my-shop"]);
  const shopFolder = join(folder, "my-shop");
  shop = startProgram(process.execPath, [...args, shopFolder, "--port", port, "--vitrine-port", serverPort], { cwd: repository });
  const home = async () => {
    const answer = await fetch(`http://localhost:${port}/en`).catch(() => undefined);
    return answer?.status === 200 ? answer.text() : shop?.output();
  };
  await expect.poll(home, { timeout: 400_000, interval: 1_000 }).toContain("My shop</h1>");
  expect(await dependenciesOf(shopFolder)).toMatchObject({ vitrine: "file:vendor/vitrine-0.1.0.tgz" });
  // A person who changes the storefront begins with a project that the compiler understands.
  await run("npm", ["run", "types"], shopFolder);
});

async function dependenciesOf(project: string): Promise<unknown> {
  return (JSON.parse(await readFile(join(project, "package.json"), "utf8")) as { dependencies: unknown }).dependencies;
}
