// `npm run dev`: starts Vitrine, which imports site/site.yaml whenever it is saved, and then the storefront. Ctrl+C stops both.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

process.loadEnvFile(new URL(".env", import.meta.url));
const { VITRINE_URL, VITRINE_API_KEY, SITE_URL } = process.env;
const require = createRequire(import.meta.url);
/** A program of an installed package, run by this Node. */
const programOf = (name, file) => join(dirname(require.resolve(`${name}/package.json`)), file);

const children = [];
function start(program, args) {
  const child = spawn(process.execPath, [program, ...args], { cwd: import.meta.dirname, stdio: "inherit" });
  children.push(child);
  // One is of no use without the other.
  child.once("close", (code) => stop(code ?? 0));
}

let isStopping = false;
function stop(code) {
  if (isStopping) return;
  isStopping = true;
  process.exitCode = code;
  for (const child of children) child.kill("SIGTERM");
}
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop(0));

/** Whether Vitrine answers with the site of the key. */
async function isReady() {
  try {
    return (await fetch(`${VITRINE_URL}/api/public/v1/pages/home`, { headers: { "x-api-key": VITRINE_API_KEY } })).ok;
  } catch {
    return false;
  }
}

start(programOf("vitrine", "bin/vitrine.js"), ["dev", "site/site.yaml", "--no-open"]);
while (!isStopping && !(await isReady())) await pause(300);
if (!isStopping) {
  process.stdout.write(`
  Storefront   ${SITE_URL}
  Studio       ${VITRINE_URL}/studio
  Your site    site/site.yaml: save it to see a change
  Emails       ${VITRINE_URL}/dev/mail
  API          ${VITRINE_URL}/docs

`);
  start(programOf("next", "dist/bin/next"), ["dev", "--port", new URL(SITE_URL).port || "80"]);
}
