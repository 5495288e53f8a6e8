import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { vi } from "vitest";
import { freePort } from "./free-port.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));
const storefront = join(root, "examples/storefront");
const next = join(storefront, "node_modules/next/dist/bin/next");

export interface StorefrontProcess {
  url: string;
  output(): string;
  end(): Promise<void>;
}

/** Installs the example unless it is installed, with the client as it is now, and builds it. It needs no server for that. */
export async function buildStorefront(): Promise<void> {
  await run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.build.json"], { cwd: join(root, "client") });
  if (!existsSync(next)) await run("npm", ["ci", "--no-audit", "--no-fund"], { cwd: storefront });
  // An earlier installation has an earlier client.
  await cp(join(root, "client/dist"), join(storefront, "node_modules/@vitrine/client/dist"), { recursive: true });
  await run(process.execPath, [next, "build"], { cwd: storefront, env: environment({ VITRINE_URL: "http://localhost:9" }) });
}

/** Starts the built example and waits until it answers. */
export async function startStorefront(settings: Record<string, string>): Promise<StorefrontProcess> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const child = spawn(process.execPath, [next, "start", "--port", String(port)], {
    cwd: storefront,
    env: environment({ SITE_URL: url, ...settings }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  await vi.waitUntil(
    async () => {
      if (child.exitCode !== null) throw new Error(`The storefront ended with ${child.exitCode}: ${output}`);
      return fetch(`${url}/robots.txt`).then(
        ({ ok }) => ok,
        () => false,
      );
    },
    { timeout: 60_000, interval: 200 },
  );
  return {
    url,
    output: () => output,
    end: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGTERM");
      await once(child, "close");
    },
  };
}

/** Only the necessary variables: the tests' own NODE_ENV would make another build. */
function environment(settings: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env;
  return { PATH, HOME, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", ...settings };
}
