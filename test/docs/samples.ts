import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import ts from "typescript";
import { scratchFolder } from "../kit/vitrine-process.ts";

const client = fileURLToPath(new URL("../../client/", import.meta.url));
const modules = {
  "@vitrine/client/admin": `${client}src/admin.ts`,
  "@vitrine/client/webhook": `${client}src/webhook.ts`,
  "@vitrine/client": `${client}src/index.ts`,
};

/** The samples of a Markdown text in one language, in their order. */
export function samplesOf(markdown: string, language = "ts"): string[] {
  return [...markdown.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"))].map(([, sample = ""]) => sample);
}

/** All samples as one module. `apart`: each after the first is a block of its own, which knows only what the first declares. */
export function programOf(samples: readonly string[], { apart = false } = {}): string {
  const isImport = (line: string) => line.startsWith("import ");
  const lines = samples.map((sample) => sample.split("\n"));
  const [first = [], ...others] = lines.map((all) => all.filter((line) => !isImport(line)));
  const rest = others.map((block) => (apart ? ["{", ...block, "}"] : block).join("\n"));
  return [...lines.flat().filter(isImport), ...first, ...rest].join("\n");
}

/** The compiler's errors for a program that uses the client; empty if it is valid. */
export function compileErrors(program: string): string[] {
  const file = `${client}samples.ts`;
  const { config } = ts.readConfigFile(`${client}../tsconfig.json`, (path) => ts.sys.readFile(path)) as {
    config: { compilerOptions: object };
  };
  const paths = Object.fromEntries(Object.entries(modules).map(([name, path]) => [name, [path]]));
  const { options, errors } = ts.convertCompilerOptionsFromJson({ ...config.compilerOptions, paths }, client);
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (path) => path === file || fileExists(path);
  host.getSourceFile = (path, ...more) =>
    path === file ? ts.createSourceFile(path, program, options.target ?? ts.ScriptTarget.ES2022) : getSourceFile(path, ...more);
  const diagnostics = [...errors, ...ts.getPreEmitDiagnostics(ts.createProgram([file], options, host))];
  return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

/** Runs a program that uses the client in a process of its own. The lines that it prints. */
export async function outputOf(program: string): Promise<string[]> {
  const folder = await scratchFolder();
  try {
    const file = join(folder.path, "samples.mjs");
    const { outputFiles } = await build({
      stdin: { contents: program, loader: "ts", resolveDir: client },
      alias: modules,
      bundle: true,
      write: false,
      format: "esm",
      platform: "node",
      target: "node20",
    });
    await writeFile(file, outputFiles[0]!.contents);
    const { stdout } = await promisify(execFile)(process.execPath, [file], { timeout: 60_000 });
    return stdout.trimEnd().split("\n");
  } finally {
    await folder.remove();
  }
}

/** Runs a script of a shell in an empty folder, up to the first command that fails. The lines that it prints. */
export async function shellOutputOf(script: string): Promise<string[]> {
  const folder = await scratchFolder();
  try {
    const { stdout } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", script], { cwd: folder.path, timeout: 60_000 });
    return stdout.trimEnd().split("\n");
  } finally {
    await folder.remove();
  }
}

/** The output that samples of a shell announce. */
export function promisedByShell(samples: readonly string[]): string[] {
  return [...samples.join("").matchAll(/^.* # (.*)$/gm)].map(([, said = ""]) => said);
}

/** The output that samples announce, in the order of their lines. */
export function promisedBy(samples: readonly string[]): string[] {
  return [...samples.join("").matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, said = ""]) => said);
}
