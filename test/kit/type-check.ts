import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = fileURLToPath(new URL("../../", import.meta.url));

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noUnusedLocals: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  paths: { "@vitrine/client": [`${root}client/src/index.ts`] },
};

// The libraries and the client are the same for all programs.
const sourceFiles = new Map<string, ts.SourceFile | undefined>();
let previous: ts.Program | undefined;

/** The errors that the compiler finds in these files, by their names; they can import each other, and the client by its name. */
export function typeErrorsOf(files: Readonly<Record<string, string>>): string[] {
  const program = programOf(files);
  const errors = Object.keys(files).flatMap((name) => {
    const file = program.getSourceFile(pathOf(name));
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
  });
  return [...program.getGlobalDiagnostics(), ...program.getOptionsDiagnostics(), ...errors].map(describe);
}

function programOf(files: Readonly<Record<string, string>>): ts.Program {
  const texts = new Map(Object.entries(files).map(([name, text]) => [pathOf(name), text]));
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (path) => texts.has(path) || fileExists(path);
  host.readFile = (path) => texts.get(path) ?? readFile(path);
  host.getSourceFile = (path, version) => {
    const text = texts.get(path);
    if (text !== undefined) return ts.createSourceFile(path, text, version);
    if (!sourceFiles.has(path)) sourceFiles.set(path, getSourceFile.call(host, path, version));
    return sourceFiles.get(path);
  };
  previous = ts.createProgram({ rootNames: [...texts.keys()], options, host, ...(previous ? { oldProgram: previous } : {}) });
  return previous;
}

function pathOf(name: string): string {
  return `${root}${name}`;
}

function describe({ file, start = 0, code, messageText }: ts.Diagnostic): string {
  const line = file ? `${file.fileName.slice(root.length)}:${file.getLineAndCharacterOfPosition(start).line + 1} ` : "";
  return `${line}TS${code} ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
}

/** The type of exactly one JSON value. Unlike the value itself, it may have members that a type does not name. */
export function literalType(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literalType).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, member]) => `${JSON.stringify(name)}: ${literalType(member)}`)
    .join("; ")} }`;
}

/** The kinds of statements in a file. */
export function statementsOf(text: string): Set<string> {
  return new Set(ts.createSourceFile("file.ts", text, ts.ScriptTarget.ES2022).statements.map(({ kind }) => ts.SyntaxKind[kind]));
}
