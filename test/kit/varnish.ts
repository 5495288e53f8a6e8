import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { folderFor, startProgram } from "../machines/programs.ts";
import { freePort } from "./free-port.ts";

const vcl = new URL("../../deploy/varnish/vitrine.vcl", import.meta.url);

export interface Varnish {
  url: string;
  /** Requests of visitors, and those of them that went on to a server, since the start. */
  counts(): Promise<{ visitors: number; origin: number }>;
  end(): Promise<void>;
}

/** The VCL of `deploy/`, in front of the servers at these ports. */
export async function startVarnish(ports: readonly number[]): Promise<Varnish> {
  const folder = await folderFor({});
  const port = await freePort();
  const file = join(folder.path, "vitrine.vcl");
  const [first, second] = ports;
  const text = await readFile(vcl, "utf8");
  await writeFile(file, text.replace('"3000"', `"${first}"`).replace('"3001"', `"${second ?? first}"`));
  const args = [
    "-F",
    "-j",
    "none",
    "-a",
    `127.0.0.1:${port}`,
    "-f",
    file,
    "-n",
    folder.path,
    "-s",
    "malloc,512m",
    "-p",
    "thread_pool_min=20",
  ];
  const started = await startProgram("varnishd", args, port);
  return {
    url: `http://127.0.0.1:${port}`,
    counts: async () => {
      const { stdout } = await promisify(execFile)("varnishstat", ["-n", folder.path, "-1", "-j"]);
      const { counters } = JSON.parse(stdout) as { counters: Record<string, { value: number }> };
      const of = (name: string) => counters[`MAIN.${name}`]?.value ?? 0;
      return { visitors: of("client_req"), origin: of("backend_req") };
    },
    end: async () => {
      await started.end();
      await folder.remove();
    },
  };
}

/** What becomes of a purge on its way to the cache. `unheard`: the cache carries it out, and the server does not learn of it. */
export type PurgeFate = "passed" | "lost" | "unheard" | "late" | "doubled";

interface Purge {
  tags: ReadonlySet<string>;
  /** When it left the server, and when the server learnt that it was carried out; in milliseconds since the epoch. */
  sentAt: number;
  acknowledgedAt: number | undefined;
}

/** Passes purges on to a cache, each with the fate that is asked for it. */
export async function startPurgePath(cacheUrl: string, fateOf: () => PurgeFate, lateMs = 700) {
  const purges: Purge[] = [];
  const server = createServer((request, response) => {
    const tags = String(request.headers["surrogate-key"]);
    const purge: Purge = { tags: new Set(tags.split(" ")), sentAt: Date.now(), acknowledgedAt: undefined };
    purges.push(purge);
    const pass = () => fetch(`${cacheUrl}/`, { method: "PURGE", headers: { "surrogate-key": tags } });
    const carryOut = async () => {
      const fate = fateOf();
      if (fate === "lost") return request.destroy();
      if (fate === "late") await new Promise((resolve) => setTimeout(resolve, lateMs));
      const { status } = await pass();
      if (fate === "doubled") await pass();
      if (fate === "unheard") return request.destroy();
      if (status === 200) purge.acknowledgedAt = Date.now();
      response.writeHead(status).end();
    };
    carryOut().catch(() => request.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, purges, close: () => server.close() };
}
