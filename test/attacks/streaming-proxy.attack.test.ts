import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect } from "vitest";
import { freePort } from "../kit/free-port.ts";
import { where } from "../kit/tools.ts";
import { scratchFolder } from "../kit/vitrine-process.ts";
import { startAttackedServer, type AttackedServer } from "./attacked-server.ts";
import { client, closeAll, openConnections } from "./connections.ts";
import { recordAttack } from "./record.ts";

let server: AttackedServer;
let proxy: ChildProcess | undefined;
afterEach(async () => {
  if (proxy?.exitCode === null) {
    proxy.kill("SIGTERM");
    await once(proxy, "close");
  }
  await server.remove();
});

/** haproxy without `option http-buffer-request`: it streams a body. */
async function startHaproxy(folder: string, behind: number): Promise<number> {
  const port = await freePort();
  const settings = `
global
  maxconn 8000
defaults
  mode http
  option forwardfor
  timeout connect 2s
  timeout client 60s
  timeout server 60s
listen vitrine
  bind 127.0.0.1:${port}
  server one 127.0.0.1:${behind}
`;
  await writeFile(join(folder, "haproxy.cfg"), settings);
  proxy = spawn("/usr/sbin/haproxy", ["-db", "-f", join(folder, "haproxy.cfg")], { stdio: "ignore" });
  return port;
}

where("/usr/sbin/haproxy")(
  "bodies of ten bytes, sent one a second through a proxy that passes them on, leave connections for others",
  async (context) => {
    const folder = await scratchFolder();
    server = await startAttackedServer({ TRUST_PROXY: "127.0.0.1" });
    const port = await startHaproxy(folder.path, server.port);
    const read = async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/public/v1/pages/home`, { headers: { "x-api-key": server.site.apiKey } });
      return answer.status;
    };
    await expect.poll(() => read().catch(() => 0), { timeout: 10_000 }).toBe(200);
    const count = 2_500;
    const sockets = await openConnections(port, count, () => client(0));
    const lines = ["POST /api/public/v1/signup HTTP/1.1", "host: x", "content-type: application/json", "content-length: 10"];
    for (const socket of sockets) socket.write(`${lines.join("\r\n")}\r\n\r\n{`);
    const statuses: number[] = [];
    for (let second = 0; second < 6; second += 1) {
      for (const socket of sockets) if (!socket.destroyed) socket.write(" ");
      for (let reads = 0; reads < 10; reads += 1) {
        statuses.push(await read());
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
    closeAll(sockets);
    await folder.remove();
    expect(new Set(statuses)).toEqual(new Set([200]));
    recordAttack(context, {
      attack: "Bodies of ten bytes sent one a second through haproxy, which passes them on as they come",
      unit: "requests",
      tried: count,
      promise: "every read of others through the same proxy succeeded",
    });
  },
  120_000,
);
