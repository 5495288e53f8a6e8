import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scratchFolder, serveProcess, type ServingProcess } from "../kit/vitrine-process.ts";
import { startLoad, unexpected } from "./load.ts";
import { startPostgresServer, type PostgresServer } from "./postgres-server.ts";
import { freePort } from "../kit/free-port.ts";
import { folderFor, startProgram, unprivileged, type Started } from "./programs.ts";
import { publishSite, quiet, type PublishedSite } from "./site.ts";

let folder: Awaited<ReturnType<typeof scratchFolder>>;
let proxyFolder: Awaited<ReturnType<typeof folderFor>>;
let postgres: PostgresServer;
let servers: ServingProcess[];
let proxy: Started;
let url: string;
let site: PublishedSite;
let start: (place: number) => Promise<ServingProcess>;

const configuration = (path: string, port: number, upstreams: readonly number[]) => `
daemon off;
pid ${path}/pid;
error_log ${path}/error.log;
worker_processes 1;
events { worker_connections 512; }
http {
  access_log off;
  client_body_temp_path ${path}/body; proxy_temp_path ${path}/proxy; fastcgi_temp_path ${path}/f; uwsgi_temp_path ${path}/u; scgi_temp_path ${path}/s;
  upstream vitrine {
    ${upstreams.map((upstream) => `server 127.0.0.1:${upstream} max_fails=1 fail_timeout=1s;`).join("\n    ")}
    keepalive 16;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://vitrine;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $remote_addr;
    }
  }
}
`;

beforeAll(async () => {
  folder = await scratchFolder();
  const as = await unprivileged();
  proxyFolder = await folderFor(as);
  postgres = await startPostgresServer();
  const ports = [await freePort(), await freePort()];
  const env = { ...quiet, DATABASE_URL: postgres.url, DATA_DIR: join(folder.path, "data"), TRUST_PROXY: "127.0.0.1" };
  site = await publishSite(env);
  start = (place) => serveProcess([], { ...env, PORT: String(ports[place]) });
  servers = [await start(0), await start(1)];
  const port = await freePort();
  const file = join(proxyFolder.path, "nginx.conf");
  await writeFile(file, configuration(proxyFolder.path, port, ports));
  proxy = await startProgram("nginx", ["-c", file, "-e", join(proxyFolder.path, "error.log")], port, as);
  url = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  await proxy.end();
  for (const server of servers) await server.end("SIGKILL");
  await postgres.remove();
  for (const { remove } of [folder, proxyFolder]) await remove();
});

test("two servers behind a proxy, restarted in turn under load, lose no request", { timeout: 600_000 }, async () => {
  const load = startLoad({ urls: [url], apiKey: site.apiKey, clients: 8, pauseMs: 20 });
  for (let round = 0; round < 16; round += 1) {
    const place = round % 2;
    expect(await servers[place]?.end("SIGTERM")).toBe(0);
    servers[place] = await start(place);
    const requests = () => servers[place]?.output().split('"msg":"request"').length ?? 0;
    const before = requests();
    // Both serve again before the other one stops: the proxy retries a failed one after a second.
    await expect
      .poll(
        async () => {
          await site.titleAt(url);
          return requests();
        },
        { timeout: 20_000 },
      )
      .toBeGreaterThan(before);
  }
  const tally = await load.stop();
  expect(unexpected(tally, / ok$/)).toEqual({});
  expect(Object.values(tally).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(1_000);
});
