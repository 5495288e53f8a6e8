import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import ts from "typescript";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../../../test/harness.ts";
import { previews } from "../../../test/previews.ts";
import { scratchFolder } from "../../../test/vitrine-process.ts";

const client = fileURLToPath(new URL("../../", import.meta.url));
const modules = { "@vitrine/client/webhook": `${client}src/webhook.ts`, "@vitrine/client": `${client}src/index.ts` };

let samples: string[];
let server: TestServer;
beforeAll(async () => {
  const readme = await readFile(`${client}README.md`, "utf8");
  samples = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, sample = ""]) => sample);
  server = await startServer({ takesPayments: true });
});
afterAll(() => server.stop());

/** All samples as one module: what the first one declares is known to the others, which know nothing of each other. */
function program(): string {
  const isImport = (line: string) => line.startsWith("import ");
  const lines = samples.map((sample) => sample.split("\n"));
  const [first = [], ...others] = lines.map((all) => all.filter((line) => !isImport(line)));
  const blocks = others.map((block) => ["{", ...block, "}"].join("\n"));
  return [...lines.flat().filter(isImport), ...first, ...blocks].join("\n");
}

test("every sample compiles", () => {
  const file = `${client}test/published/samples.ts`;
  const { config } = ts.readConfigFile(`${client}../tsconfig.json`, (path) => ts.sys.readFile(path)) as {
    config: { compilerOptions: object };
  };
  const { options, errors } = ts.convertCompilerOptionsFromJson(
    { ...config.compilerOptions, paths: Object.fromEntries(Object.entries(modules).map(([name, path]) => [name, [path]])) },
    client,
  );
  expect(errors).toEqual([]);
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (path) => path === file || fileExists(path);
  host.getSourceFile = (path, ...more) =>
    path === file ? ts.createSourceFile(path, program(), options.target ?? ts.ScriptTarget.ES2022) : getSourceFile(path, ...more);
  const found = ts.getPreEmitDiagnostics(ts.createProgram([file], options, host));
  expect(found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))).toEqual([]);
});

test("every sample runs against the demo site, and says what it says that it says", async () => {
  const demo = await readFile(new URL("../../../server/demo/fjord-and-form.yaml", import.meta.url), "utf8");
  const { siteId } = await server.import(demo);
  const { token } = await previews(server, { id: siteId, slug: "fjord-and-form", key: "" }).issue("home");
  const text = program()
    .replaceAll("http://localhost:3000", server.url)
    .replaceAll(/pv_\w{32}/g, token);
  const folder = await scratchFolder();
  const file = join(folder.path, "samples.mjs");
  const { outputFiles } = await build({
    stdin: { contents: text, loader: "ts", resolveDir: client },
    ...{ alias: modules, bundle: true, write: false, format: "esm", platform: "node", target: "node20" },
  });
  await writeFile(file, outputFiles[0]!.contents);
  const { stdout } = await promisify(execFile)(process.execPath, [file], { timeout: 20_000 });
  await folder.remove();
  const promised = [...samples.join("").matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, said]) => said);
  expect(promised.length).toBeGreaterThan(10);
  expect(stdout.trimEnd().split("\n")).toEqual(promised);
});
