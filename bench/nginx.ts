import { spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../test/kit/free-port.ts";
import { findProgram } from "../test/machines/programs.ts";
import { pairs } from "./exchange.ts";
import { endProcess, type ServerProcess } from "./process.ts";
import type { Scratch } from "./scratch.ts";

/** nginx writes these by itself, or has no way to them. */
const notAdded = new Set(["content-type", "content-length", "etag", "x-request-id"]);

/** A WebP file, and the headers that Vitrine sends with it: names and values in turn. */
export interface StoredFile {
  bytes: Buffer;
  headers: string[];
}

/** One process of nginx with files at their paths, all with the headers of the first, but for the id of the request. */
export async function startNginx(scratch: Scratch, files: ReadonlyMap<string, StoredFile>): Promise<ServerProcess> {
  const program = findProgram("nginx");
  if (!program) throw new Error("The bench of media needs nginx.");
  const [folder, port] = [await scratch.folder(), await freePort()];
  for (const [path, { bytes }] of files) {
    await mkdir(join(folder, "files", dirname(path)), { recursive: true });
    await writeFile(join(folder, "files", path), bytes);
  }
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`);
  const [[first, { headers }] = ["/", { headers: [] }]] = files;
  const added = pairs(headers)
    .filter(([name]) => !notAdded.has(name))
    .map(([name, value]) => `add_header ${name} '${value.replaceAll("'", "\\'")}';`);
  await writeFile(
    join(folder, "nginx.conf"),
    `daemon off; master_process off; ${process.getuid?.() === 0 ? "user root;" : ""} pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http { ${temporary.join(" ")} access_log off; sendfile on; tcp_nopush on; keepalive_requests 10000; open_file_cache max=100; types { image/webp webp; }
  ${added.join(" ")}
  server { listen 127.0.0.1:${port}; root ${folder}/files; } }`,
  );
  const child = spawn(program, ["-p", folder, "-c", join(folder, "nginx.conf")], { stdio: "ignore" });
  const stop = () => endProcess(child);
  scratch.later(stop);
  for (let tries = 0; ; tries += 1) {
    const status = await fetch(`http://127.0.0.1:${port}${first}`).then(
      (response) => response.status,
      () => undefined,
    );
    if (status === 200) break;
    if (tries > 100) throw new Error("nginx does not serve the files.");
    await delay(50);
  }
  return { pid: child.pid as number, port, stop };
}
