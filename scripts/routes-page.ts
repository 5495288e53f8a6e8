import { readdir } from "node:fs/promises";
import { isDescribed, type OperationSpec } from "../server/src/lib/http/operation.ts";
import { everyRoute } from "../server/src/routes.ts";

const root = new URL("../", import.meta.url);
const features = "server/src/features/";

/**
 * The page of all operations: address, access, file. Throws for an operation of the API whose file is not named as its id, and for
 * one that several files export.
 */
export async function routesPage(): Promise<string> {
  const files = await filesOf(everyRoute);
  const rows = everyRoute.map((operation) => {
    const { id, method, path, access, permission } = operation;
    const file = files.get(operation) ?? "";
    if (isDescribed(operation) && !file.endsWith(`/${kebab(id)}.ts`))
      throw new Error(`${id} stands in ${file}. Name the file ${kebab(id)}.ts.`);
    return `| ${method} | \`${path}\` | ${access}${permission ? ` ${permission}` : ""} | [${file.replace(features, "")}](../../${file}) |`;
  });
  return [
    "# Routes",
    "",
    "Every address of the server, its access and its file. This page is generated from the code. `{+slug}` has several",
    "segments. [Access](../../ARCHITECTURE.md#how-a-request-flows) is the credential that an operation takes, and of a member also the permission;",
    "the pages of the demo and of the mail-catcher are there on a laptop only.",
    "",
    "| method | address | access | file |",
    "| --- | --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
}

/** Where each operation is exported, alone or in a list. */
async function filesOf(operations: readonly OperationSpec[]): Promise<Map<OperationSpec, string>> {
  const filesByOperation = new Map<OperationSpec, string>();
  const names = await readdir(new URL(features, root), { recursive: true });
  for (const name of names.sort()) {
    if (!name.endsWith(".ts") || /\.(test|proof)\.ts$/.test(name) || /(^|\/)(index|operations)\.ts$/.test(name)) continue;
    const exported = Object.values((await import(new URL(features + name, root).href)) as Record<string, unknown>).flat();
    for (const operation of operations.filter((one) => exported.includes(one))) {
      const other = filesByOperation.get(operation);
      if (other) throw new Error(`${operation.id} is exported by ${other} and by ${name}.`);
      filesByOperation.set(operation, features + name);
    }
  }
  const missing = operations.filter((operation) => !filesByOperation.has(operation));
  if (missing.length > 0) throw new Error(`No file exports ${missing.map(({ id }) => id).join(", ")}.`);
  return filesByOperation;
}

/** `getPage` → `get-page`, `getOpenApi` → `get-open-api`. */
const kebab = (id: string) => id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
