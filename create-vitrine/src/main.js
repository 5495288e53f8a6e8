import { basename, relative, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { readArguments, usage } from "./arguments.js";
import { CreateError } from "./create-error.js";
import { requireFreePorts } from "./ports.js";
import { makeProject } from "./project.js";
import { run } from "./run.js";
import { vendorPackages } from "./vendor.js";
import { isCheckout } from "./sources.js";

/** The command. Resolves with its exit code. */
export async function main(args) {
  try {
    await create(args);
    return 0;
  } catch (error) {
    if (!(error instanceof CreateError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

async function create(args) {
  const options = readArguments(args);
  if (options.help) {
    process.stdout.write(usage);
    return;
  }
  const folder = resolve(options.folder ?? (await askForFolder()));
  const { install, start, ports } = options;
  // Before anything is written: a shop that cannot be started would have to be made again.
  if (start) await requireFreePorts(ports);

  const say = (line) => process.stdout.write(`${line}\n`);
  say(`Making ${folder}`);
  await makeProject(folder, ports, isCheckout ? await vendorPackages(folder, say) : undefined);
  if (install) {
    say("Installing its packages. This takes a minute or two.");
    await run("npm", ["install", "--no-audit", "--no-fund"], folder);
  }
  const place = relative(process.cwd(), folder) || ".";
  if (!start) {
    say(`\nMade ${basename(folder)}. Next:\n\n  cd ${place}${install ? "" : "\n  npm install"}\n  npm run dev\n`);
    return;
  }
  say(`\nMade ${basename(folder)}. Later, start it with: cd ${place} && npm run dev\n`);
  await run(process.execPath, ["dev.js"], folder);
}

async function askForFolder() {
  if (!process.stdin.isTTY) throw new CreateError(`Name a folder: npm create vitrine my-shop\n\n${usage}`);
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await lines.question("Name of the folder (my-shop): ")).trim() || "my-shop";
  } finally {
    lines.close();
  }
}
