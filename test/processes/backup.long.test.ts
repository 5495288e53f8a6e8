import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openObjectFolder } from "../../server/src/adapters/object-folder.ts";
import { asAdmin } from "../kit/database.ts";
import { cms, shop as shopApi } from "../kit/harness.ts";
import { startSandbox, type Sandbox } from "../../sandbox/src/index.ts";
import { bytesOf, fileOf, keysOf } from "../kit/stored-file.ts";
import { catalogItems, paymentPlugin, returnUrls } from "../kit/checkout-client.ts";
import { scratchFolder, serveProcess, vitrine, type ServingProcess } from "../kit/vitrine-process.ts";

const guide = readFileSync(new URL("../../docs/run/backup.md", import.meta.url), "utf8");
const cli = fileURLToPath(new URL("../../server/dist/cli.js", import.meta.url));
const debian = "/usr/lib/postgresql";
/** Debian has the tools of each version in a folder of its own. */
const tools = existsSync(debian)
  ? readdirSync(debian)
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => join(debian, version, "bin"))
  : [];

/** The commands of the guide under a heading that they carry themselves. */
function commandsOf(name: string): string {
  const commands = [...guide.matchAll(/```sh\n# (.*)\n([^]*?)```/g)].find(([, title]) => title === name)?.[2];
  if (!commands) throw new Error(`The guide has no commands to ${name}.`);
  return commands;
}

/** Runs commands of the guide unchanged. Resolves with their output; rejects when one fails. */
async function follow(name: string, env: Record<string, string>): Promise<string> {
  const script = `npx() { shift; "${process.execPath}" "${cli}" "$@"; }\n${commandsOf(name)}`;
  const PATH = [...tools, process.env.PATH ?? ""].join(":");
  const child = spawn("bash", ["-euo", "pipefail", "-c", script], { env: { HOME: process.env.HOME ?? "", ...env, PATH }, cwd: "/tmp" });
  let output = "";
  child.stdout.on("data", (chunk) => (output += String(chunk)));
  child.stderr.on("data", (chunk) => (output += String(chunk)));
  const [code] = (await once(child, "close")) as [number];
  if (code !== 0) throw new Error(`To ${name} failed: ${output}`);
  return output;
}

const bundle = (title: string) => ({
  bundle: 1,
  site: { slug: "bakery", name: "Bakery", defaultLocale: "en", locales: ["en"], currency: "eur" },
  pages: [{ slug: "home", locale: "en", title, draft: { title: "A draft" } }],
  products: catalogItems({ BREAD: { price: 400 } }),
});
const page = `${cms}/pages/home`;
const account = { email: "ada@example.com", password: "a long password" };

let folder: Awaited<ReturnType<typeof scratchFolder>>;
let sandbox: Sandbox;
beforeAll(async () => {
  folder = await scratchFolder();
  sandbox = await startSandbox({ port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  await sandbox.close();
  await folder.remove();
});

/** Calls that have to work before a backup and after a restore, for existing customers. */
async function openSite(env: Record<string, string>, server: ServingProcess) {
  const plugins = paymentPlugin();
  const run = async (args: string[], stdin = "") => {
    const done = await vitrine([...args, "--json"], env, stdin);
    expect([args, done.stderr.includes("error"), done.code]).toEqual([args, false, 0]);
    return JSON.parse(done.stdout) as Record<string, string>;
  };
  await run(["site", "import", "-"], JSON.stringify({ ...bundle("Before"), plugins }));
  const { key = "" } = await run(["key", "create", "bakery"]);
  const { token: preview = "" } = await run(["preview", "create", "bakery", "home"]);
  const ask = (at: ServingProcess, path: string, body?: object, headers: Record<string, string> = {}) =>
    fetch(at.url + path, {
      ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
      headers: { "x-api-key": key, "content-type": "application/json", ...headers },
    });
  const logIn = async (at: ServingProcess) => {
    const answer = await ask(at, `${shopApi}/auth/login`, account);
    return ((await answer.json()) as { data?: { token: string } }).data?.token ?? "";
  };
  expect((await ask(server, `${shopApi}/auth/register`, account)).status).toBe(201);
  const token = await logIn(server);
  const [{ variants }] = ((await (await ask(server, `${shopApi}/products`)).json()) as { data: [{ variants: { id: string }[] }] }).data;
  const order = (at: ServingProcess) =>
    ask(
      at,
      `${shopApi}/checkout/session`,
      { items: [{ variantId: variants[0]?.id, quantity: 1 }], ...returnUrls },
      { authorization: `Bearer ${token}` },
    );
  expect((await order(server)).status).toBe(201);
  return {
    run,
    ask,
    order,
    /** Throws if something from before does not work any more. */
    check: async (at: ServingProcess) => {
      const titleOf = async (path: string) => ((await (await ask(at, path)).json()) as { data?: { title: string } }).data?.title;
      expect([await titleOf(page), await titleOf(`${cms}/preview/${preview}`)]).toEqual(["Before", "A draft"]);
      expect((await ask(at, `${shopApi}/account`, undefined, { authorization: `Bearer ${token}` })).status).toBe(200);
      expect(await logIn(at)).not.toBe("");
      const orders = await ask(at, `${shopApi}/account/orders`, undefined, { authorization: `Bearer ${token}` });
      const { total } = (await orders.json()) as { total: number };
      // The processor's key opens, and is the one that was stored.
      const exported = await vitrine(["site", "export", "bakery", "--format", "json", "--with-secrets"], at === server ? env : restoredEnv);
      expect(exported.stdout).toContain(plugins["svc.payments"].config.secretKey);
      expect((await order(at)).status).toBe(201);
      return total;
    },
  };
}
let restoredEnv: Record<string, string> = {};

// needs: server-postgres, and its pg_dump.
describe.skipIf(inject("database") === "embedded")("a backup of PostgreSQL, by the guide", { timeout: 120_000 }, () => {
  const servers: ServingProcess[] = [];
  // As in production: a role that owns its database, and is not a superuser.
  const role = `vitrine_role_${process.pid}`;
  const [name, restoredName] = [`vitrine_backup_${process.pid}`, `vitrine_restored_${process.pid}`];
  const urlOf = (pathname: string) =>
    Object.assign(new URL(inject("postgresUrl")), { username: role, password: "of-this-test", pathname }).href;
  beforeAll(async () => {
    await asAdmin(`create role ${role} login password 'of-this-test'`);
    await asAdmin(`create database ${name} owner ${role} encoding 'UTF8' template template0`);
  });
  afterAll(async () => {
    for (const server of servers) await server.end("SIGKILL");
    for (const each of [restoredName, name]) await asAdmin(`drop database if exists ${each} with (force)`);
    await asAdmin(`drop role if exists ${role}`);
  });

  test("is made while the server sells, and restores everything", async () => {
    const env = {
      DATABASE_URL: urlOf(name),
      SECRET_KEY: Buffer.alloc(32, 9).toString("base64"),
      MAIL_CATCHER: "on",
      RATE_LIMITS: "off",
      PROCESSOR_API_URL: `http://127.0.0.1:${sandbox.port}`,
      DATA_DIR: join(folder.path, "mails"),
      SIGNUP: "off",
    };
    const server = await serveProcess([], env);
    servers.push(server);
    const { run, ask, order, check } = await openSite(env, server);
    const BACKUP = join(folder.path, "vitrine.dump");

    let isDone = false;
    const statuses: number[] = [];
    const selling = (async () => {
      while (!isDone) statuses.push((await order(server)).status);
    })();
    await expect.poll(() => statuses.length, { timeout: 20_000 }).toBeGreaterThan(2);
    const soldBefore = statuses.length;
    await follow("back up", { DATABASE_URL: env.DATABASE_URL, BACKUP });
    await expect.poll(() => statuses.length, { timeout: 20_000 }).toBeGreaterThan(soldBefore + 2);
    isDone = true;
    await selling;
    expect(new Set(statuses)).toEqual(new Set([201]));

    // A publication after the backup has a version that the restored site reaches, too.
    await run(["site", "import", "-"], JSON.stringify(bundle("After")));
    let after: Response | undefined;
    await expect
      .poll(async () => (await (after = await ask(server, page)).clone().text()).includes("After"), { timeout: 5_000 })
      .toBe(true);
    expect(await server.end("SIGTERM")).toBe(0);

    const url = urlOf(restoredName);
    const { DATABASE_URL: _, ...rest } = env;
    const said = await follow("restore", {
      ...rest,
      ADMIN_URL: inject("postgresUrl"),
      ROLE: role,
      RESTORED_NAME: restoredName,
      RESTORED_URL: url,
      BACKUP,
    });
    expect(said).toMatch(/ok {3}payments.*the latest order is of 20\d\d-[^]*ok {3}secrets {5}the stored secret opens/);
    expect(said).not.toContain("BAD");

    restoredEnv = { ...env, DATABASE_URL: url };
    const restored = await serveProcess([], restoredEnv);
    servers.push(restored);
    const total = await check(restored);
    expect(total).toBeGreaterThanOrEqual(1 + soldBefore);
    expect(total).toBeLessThan(1 + statuses.length);
    // No client with a response from after the backup is told that it is still valid, not even after as many publications.
    const conditionalHeaders = { "if-none-match": after?.headers.get("etag") ?? "" };
    expect(conditionalHeaders["if-none-match"]).not.toBe("");
    expect((await ask(restored, page, undefined, conditionalHeaders)).status).toBe(200);
    const imported = await vitrine(["site", "import", "-"], restoredEnv, JSON.stringify(bundle("Otherwise")));
    expect(imported.code).toBe(0);
    await expect
      .poll(async () => (await (await ask(restored, page, undefined, conditionalHeaders)).text()).includes("Otherwise"), { timeout: 5_000 })
      .toBe(true);
    expect(await restored.end("SIGTERM")).toBe(0);
  });
});

// needs: embedded.
test.skipIf(inject("database") !== "embedded")(
  "a copy of the stopped folder, by the guide, contains everything",
  { timeout: 120_000 },
  async () => {
    const env = { DATA_DIR: join(folder.path, "data"), RATE_LIMITS: "off", PROCESSOR_API_URL: `http://127.0.0.1:${sandbox.port}` };
    const server = await serveProcess([], env);
    const { check } = await openSite(env, server);
    expect(await server.end("SIGTERM")).toBe(0);
    const [BACKUP, RESTORED_DIR] = [join(folder.path, "copy"), join(folder.path, "restored")];
    const { DATA_DIR, ...rest } = env;
    await follow("back up the folder", { DATA_DIR, BACKUP });
    expect(await follow("restore the folder", { ...rest, BACKUP, RESTORED_DIR })).not.toContain("BAD");
    restoredEnv = { ...env, DATA_DIR: RESTORED_DIR };
    const restored = await serveProcess([], restoredEnv);
    expect(await check(restored)).toBe(1);
    expect(await restored.end("SIGTERM")).toBe(0);
  },
);

test("files, by the guide, come back with their bytes and dates", async () => {
  const [MEDIA_DIR, FILES_BACKUP] = [join(folder.path, "files"), join(folder.path, "files-backup")];
  const store = await openObjectFolder(MEDIA_DIR);
  const keys = Array.from({ length: 20 }, (_, number) => `sites/${number % 3}/${number}`);
  for (const key of keys) await store.put(key, await fileOf(folder.path, key));
  const storedObject = await store.head(keys[0]!);
  await follow("back up the files", { MEDIA_DIR, FILES_BACKUP });
  await rm(MEDIA_DIR, { recursive: true });
  await follow("restore the files", { MEDIA_DIR, FILES_BACKUP });
  const restored = await openObjectFolder(MEDIA_DIR);
  expect(await keysOf(restored, "")).toEqual([...keys].sort());
  for (const key of keys) expect(String(await bytesOf(restored, key))).toBe(key);
  expect(await restored.head(keys[0]!)).toEqual(storedObject);
});
