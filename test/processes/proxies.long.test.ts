import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, inject, test } from "vitest";
import { openTestDatabase } from "../kit/database.ts";
import { adminBase } from "../../server/src/lib/http/operation.ts";
import { cms, shop } from "../kit/harness.ts";
import { freePort } from "../kit/free-port.ts";
import { soundOf } from "../kit/made-files.ts";
import { metadata, partHeaders, tusHeaders } from "../kit/tus.ts";
import { where } from "../kit/tools.ts";
import { scratchFolder, serveProcess, vitrine, type ServingProcess } from "../kit/vitrine-process.ts";

const run = promisify(execFile);
const deploy = new URL("../../deploy/", import.meta.url);
const demoKey = "pk_FjordAndFormDemoKey0000000000000";

interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** A proxy with the settings from deploy/, in front of two servers. */
interface Proxy {
  ask(path: string, init?: { method?: string; headers?: Record<string, string>; body?: string | Buffer; from?: string }): Promise<Reply>;
  /** The beginning of an answer that does not end, until it has the text. */
  firstOf(path: string, headers: Record<string, string>, text: string): Promise<string>;
  /** All of its output. */
  logged(): Promise<string>;
  stop(): Promise<void>;
}

type StartProxy = (folder: string, servers: [string, string]) => Promise<Proxy>;

async function certificate(folder: string): Promise<{ cert: string; key: string }> {
  const [cert, key] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  const subject = ["-subj", "/CN=api.shop.example", "-addext", "subjectAltName=DNS:api.shop.example"];
  await run("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key, "-out", cert, ...subject]);
  return { cert, key };
}

/** `from` is the client's own address: all of 127.0.0.0/8 is this machine. */
function askOver(port: number): Proxy["ask"] {
  return async (path, { method = "GET", headers = {}, body, from = "127.0.0.1" } = {}) => {
    const sent = request({
      host: "127.0.0.1",
      port,
      path,
      method,
      localAddress: from,
      agent: false,
      rejectUnauthorized: false,
      servername: "api.shop.example",
      headers: { host: "api.shop.example", "x-api-key": demoKey, ...headers },
    });
    sent.end(body);
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk as Buffer);
    return { status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(chunks).toString() };
  };
}

async function untilUp(child: ChildProcess, ask: Proxy["ask"], output: () => string): Promise<void> {
  await expect
    .poll(
      async () => {
        if (child.exitCode !== null) throw new Error(output());
        return ask("/readyz").then(
          ({ status }) => status,
          () => 0,
        );
      },
      { timeout: 20_000 },
    )
    .toBe(200);
}

function started(
  command: string,
  args: string[],
  env: Record<string, string>,
): { child: ChildProcess; output: () => string; end(): Promise<void> } {
  const child = spawn(command, args, { env: { PATH: process.env.PATH ?? "", ...env } });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  const end = async () => {
    if (child.exitCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "close");
  };
  return { child, output: () => output, end };
}

const firstOver =
  (port: number): Proxy["firstOf"] =>
  async (path, headers, text) => {
    const sent = request({
      host: "127.0.0.1",
      port,
      path,
      agent: false,
      rejectUnauthorized: false,
      servername: "api.shop.example",
      headers: { host: "api.shop.example", ...headers },
      signal: AbortSignal.timeout(20_000),
    });
    sent.end();
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    let received = "";
    for await (const chunk of answer) if ((received += String(chunk)).includes(text)) break;
    sent.destroy();
    return received;
  };

const startNginx: StartProxy = async (folder, [one, two]) => {
  const { cert, key } = await certificate(folder);
  const [http, https] = [await freePort(), await freePort()];
  const settings = (await readFile(new URL("nginx/vitrine.conf", deploy), "utf8"))
    .replaceAll(/^ *listen \[::\].*\n/gm, "")
    .replace("listen 80;", `listen 127.0.0.1:${http};`)
    .replace("listen 443 ", `listen 127.0.0.1:${https} `)
    .replace("127.0.0.1:3000", one)
    .replace("127.0.0.1:3001", two)
    .replace("/etc/ssl/api.shop.example.pem", cert)
    .replace("/etc/ssl/api.shop.example.key", key)
    .replaceAll("/var/log/nginx/", `${folder}/`);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`);
  const user = process.getuid?.() === 0 ? "user root;" : "";
  const events = "worker_processes 2; events {}";
  const main = `daemon off; ${user} pid ${folder}/pid; error_log ${folder}/main.log; ${events} http { ${temporary.join(" ")} include ${folder}/vitrine.conf; }`;
  await writeFile(join(folder, "vitrine.conf"), settings);
  await writeFile(join(folder, "nginx.conf"), main);
  const { child, output, end } = started("/usr/sbin/nginx", ["-p", folder, "-c", join(folder, "nginx.conf")], {});
  const ask = askOver(https);
  await untilUp(child, ask, output);
  const files = ["vitrine.log", "vitrine-error.log", "main.log"];
  const logged = async () => (await Promise.all(files.map((name) => readFile(join(folder, name), "utf8")))).join("") + output();
  return { ask, firstOf: firstOver(https), logged, stop: end };
};

const startCaddy: StartProxy = async (folder, servers) => {
  const [http, https] = [await freePort(), await freePort()];
  const settings = (await readFile(new URL("compose/Caddyfile", deploy), "utf8"))
    // A local certificate instead of a public one.
    .replace("{\n", `{\n\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}\n\tskip_install_trust\n\tlocal_certs\n`)
    .replaceAll("server-1:3000 server-2:3000", servers.join(" "))
    // These servers have their health endpoint beside the API.
    .replaceAll(/^\s*health_port .*\n/gm, "")
    // Caddy 2.6, which Debian has, does not know it.
    .replaceAll(/^\s*request_buffers .*\n/gm, "");
  await writeFile(join(folder, "Caddyfile"), settings);
  const env = { SITE_ADDRESS: "api.shop.example", XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, HOME: folder };
  const { child, output, end } = started("/usr/bin/caddy", ["run", "--config", join(folder, "Caddyfile"), "--adapter", "caddyfile"], env);
  const ask = askOver(https);
  await untilUp(child, ask, output);
  return { ask, firstOf: firstOver(https), logged: async () => output(), stop: end };
};

const json = { "content-type": "application/json" };

async function withTwoServers(
  start: StartProxy,
  promise: (proxy: Proxy, servers: ServingProcess[], preview: string, env: Record<string, string>) => Promise<void>,
) {
  const folder = await scratchFolder();
  const database = await openTestDatabase();
  const env = {
    DATABASE_URL: database.url ?? "",
    SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
    MAIL_CATCHER: "on",
    HOST: "127.0.0.1",
    TRUST_PROXY: "127.0.0.1",
    RATE_LIMIT_CREDENTIALS_PER_MINUTE: "2",
    DATA_DIR: folder.path,
  };
  const servers = [await serveProcess(["--demo"], env), await serveProcess([], env)];
  const previewResult = await vitrine(["preview", "create", "fjord-and-form", "home", "--json"], env);
  const proxyFolder = join(folder.path, "proxy");
  await mkdir(proxyFolder);
  const proxy = await start(proxyFolder, servers.map(({ url }) => url.slice("http://".length)) as [string, string]);
  try {
    await promise(proxy, servers, (JSON.parse(previewResult.stdout) as { token: string }).token, env);
  } finally {
    await proxy.stop();
    for (const server of servers) await server.end("SIGKILL");
    await database.drop();
    await folder.remove();
  }
}

for (const [name, tool, start] of [
  ["nginx", "/usr/sbin/nginx", startNginx],
  ["Caddy", "/usr/bin/caddy", startCaddy],
] as const) {
  const testHere = inject("database") === "postgres" ? where(tool) : test.skip;
  testHere(
    `${name} tells clients apart, goes on with one server, and keeps tokens to itself`,
    () =>
      withTwoServers(start, async ({ ask, logged }, servers, token) => {
        const logIn = (from: string, headers = {}) =>
          ask(`${shop}/auth/login`, {
            method: "POST",
            from,
            headers: { ...json, ...headers },
            body: '{"email":"a@b.example","password":"guessed it"}',
          });
        // Two servers, each with two logins a minute for a client.
        const statuses: number[] = [];
        for (let tries = 0; tries < 8; tries += 1) statuses.push((await logIn("127.0.0.2")).status);
        expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(4);
        // Each pretended address would have two logins of its own on each server; a real one gets one back in half a minute.
        const pretended: number[] = [];
        for (let tries = 0; tries < 8; tries += 1)
          pretended.push((await logIn("127.0.0.2", { "x-forwarded-for": `203.0.113.${tries}` })).status);
        expect(pretended.filter((status) => status === 429).length).toBeGreaterThanOrEqual(4);
        expect((await logIn("127.0.0.3")).status).toBe(401);

        // Features that a proxy may break: encoded slashes, compression, caching headers.
        const page = await ask(`${cms}/pages/care%2Foiled-oak`);
        expect([page.status, page.headers["cache-control"]]).toEqual([200, "private, max-age=0, must-revalidate"]);
        expect((await ask(`${cms}/pages/home`, { headers: { "x-api-key": `pk_${"0".repeat(32)}` } })).status).toBe(401);
        const packed = await ask(`${cms}/pages/home`, { headers: { "accept-encoding": "gzip" } });
        expect([packed.headers["content-encoding"], packed.headers.vary]).toEqual(["gzip", expect.stringMatching(/x-api-key/i)]);
        for (const inside of ["/metrics", "/metrics/", "/%6detrics", "//metrics", "/metrics/x", "/dev/mail"])
          expect((await ask(inside)).status).toBe(404);
        const event = await ask(`${cms}/webhooks/svc.payments/fjord-and-form`, {
          method: "POST",
          headers: json,
          body: "x".repeat(1_000_000),
        });
        expect(event.status).toBe(400);

        expect((await ask(`${cms}/preview/${token}`)).status).toBe(200);
        await ask(`/sites/fjord-and-form/verify-email?token=secret-of-a-mail`);
        await ask(`${shop}/checkout/order/0b51cf04-6a6e-4c0a-9b0f-3a3b0e1f0001`);

        await servers[0]?.end("SIGTERM");
        const reads = [];
        for (let tries = 0; tries < 20; tries += 1) reads.push((await ask(`${cms}/pages/home`)).status);
        expect(reads).toEqual(Array(20).fill(200));
        await servers[1]?.end("SIGKILL");
        const failed = await ask(`${cms}/preview/${token}`, { headers: { "x-secret": "header-of-a-client" } });
        expect(failed.status).toBeGreaterThanOrEqual(502);

        await expect.poll(logged).toContain("/preview/REDACTED");
        await expect.poll(logged).toMatch(/"status": ?50[234]/);
        const log = await logged();
        expect(log).toContain("/checkout/order/REDACTED");
        expect(log).toContain("/sites/fjord-and-form/verify-email");
        for (const secret of [token, "secret-of-a-mail", "0b51cf04", demoKey, "header-of-a-client", "127.0.0.2"])
          expect(log).not.toContain(secret);
      }),
    120_000,
  );

  testHere(
    `${name} passes on an upload of 60 MB, a bundle of 8 MiB, a stream of events and the studio`,
    () =>
      withTwoServers(start, async ({ ask, firstOf }, _servers, _token, env) => {
        const { stdout } = await vitrine(["admin", "create", "ada@example.com", "--site", "fjord-and-form", "--role", "OWNER"], env);
        const password = "a long and quiet password";
        const token = /token=([\w-]+)/.exec(stdout)?.[1];
        const send = (path: string, body: object) =>
          ask(`${adminBase}${path}`, { method: "POST", headers: json, body: JSON.stringify(body) });
        expect((await send("/password-reset/confirm", { token, password })).status).toBe(204);
        const session = await send("/session", { email: "ada@example.com", password });
        const cookie = (session.headers["set-cookie"] as string[]).map((each) => each.split(";", 1)[0]).join("; ");
        const site = `${adminBase}/sites/fjord-and-form`;

        const file = soundOf(60_000_000);
        const words = metadata({ filename: "waves.wav" });
        const begun = await ask(`${site}/uploads`, {
          method: "POST",
          body: "",
          headers: { cookie, ...tusHeaders, "upload-length": String(file.length), "upload-metadata": words },
        });
        expect([begun.status, begun.text]).toEqual([201, expect.anything()]);
        const { pathname } = new URL(String(begun.headers.location), "http://localhost");
        const sent = await ask(pathname, { method: "PATCH", headers: { cookie, ...partHeaders(0) }, body: file });
        expect([sent.status, sent.headers["upload-offset"], sent.text]).toEqual([204, String(file.length), ""]);

        const exported = await ask(`${site}/bundle`, { headers: { cookie } });
        const bundle = Buffer.alloc(8 * 1024 * 1024, " ");
        bundle.write(exported.text);
        const dryRun = (body: Buffer) => ask(`${site}/bundle?dryRun=true`, { method: "POST", headers: { cookie, ...json }, body });
        const imported = await dryRun(bundle);
        expect([imported.status, exported.text.length < bundle.length, imported.text]).toEqual([200, true, expect.anything()]);

        const event = await firstOf(`${site}/events`, { cookie, "accept-encoding": "gzip, br" }, "\n\n");
        expect(event).toMatch(/^(?:retry|id|event|data|:)/);

        const page = await ask("/studio/sites/fjord-and-form", { headers: { cookie } });
        expect(page.status).toBe(200);
        const script = /src="\S*(\/assets\/[^"]+\.js)"/.exec(page.text)?.[1] ?? "";
        const packed = await ask(`/studio${script}`, { headers: { "accept-encoding": "gzip" } });
        expect([packed.status, packed.headers["content-encoding"]]).toEqual([200, "gzip"]);
      }),
    120_000,
  );
}
