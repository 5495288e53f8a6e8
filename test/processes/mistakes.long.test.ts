import { once } from "node:events";
import { mkdir, stat, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../kit/database.ts";
import { scratchFolder, serveProcess, vitrine, type ServingProcess } from "../kit/vitrine-process.ts";
import { runToEnd } from "../kit/run-to-end.ts";

const embedded = inject("database") === "embedded";
const secretKey = Buffer.alloc(32, 7).toString("base64");
const repository = fileURLToPath(new URL("../../", import.meta.url));
const serving: ServingProcess[] = [];
let folder: Awaited<ReturnType<typeof scratchFolder>>;
let database: TestDatabase | undefined;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await scratchFolder();
  if (!embedded) database = await openTestDatabase();
  env = {
    DATA_DIR: join(folder.path, "data"),
    PORT: "0",
    ...(database?.url ? { DATABASE_URL: database.url, SECRET_KEY: secretKey, MAIL_CATCHER: "on" } : {}),
  };
  expect((await vitrine(["migrate"], env)).code).toBe(0);
});
afterEach(async () => {
  for (const process of serving.splice(0)) await process.end("SIGKILL");
});
afterAll(async () => {
  await folder.remove();
  await database?.drop();
});

const serve = async (args: readonly string[] = [], more: Record<string, string> = {}) => {
  const process = await serveProcess(args, { ...env, ...more });
  serving.push(process);
  return process;
};

/** A port that another program listens on. */
async function takenPort(): Promise<{ port: number; close(): void }> {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  return { port: (other.address() as AddressInfo).port, close: () => void other.close() };
}

describe("a mistake leads to one message with its remedy", { timeout: 180_000 }, () => {
  test("wrong settings, all at once and by name", async () => {
    const { code, stderr } = await vitrine(["serve"], {
      ...env,
      PORT: "x",
      LOG_LEVEL: "loud",
      ALLOWED_ORIGINS: "shop",
      TRUST_PROXY: "everyone",
      PUBLIC_URL: "ftp://x",
      REDIS_URL: "x",
    });
    expect(code).toBe(1);
    for (const name of ["PORT", "LOG_LEVEL", "ALLOWED_ORIGINS", "TRUST_PROXY", "PUBLIC_URL", "REDIS_URL"])
      expect(stderr).toContain(`- ${name} must be`);
    expect(stderr).not.toContain("    at ");
  });

  test("a database without a secret key", async () => {
    const { code, stderr } = await vitrine(["serve"], { PORT: "0", DATABASE_URL: "postgres://nobody:hunter2@127.0.0.1:1/x" });
    expect([code, stderr]).toEqual([1, expect.stringContaining("SECRET_KEY is needed") as string]);
  });

  test("a database that is down, without its password", async () => {
    const { code, stderr } = await vitrine(["serve"], {
      PORT: "0",
      DATABASE_URL: "postgres://nobody:hunter2@127.0.0.1:1/x",
      SECRET_KEY: secretKey,
      MAIL_CATCHER: "on",
    });
    expect(code).toBe(1);
    expect(stderr).toContain("The database does not respond");
    expect(stderr).toContain("127.0.0.1:1/x");
    expect(stderr).not.toContain("hunter2");
  });

  test("a port in use", async () => {
    const other = await takenPort();
    for (const setting of ["PORT", "OPERATIONS_PORT", ...(embedded ? ["SANDBOX_PORT"] : [])]) {
      const data = join(folder.path, `port-${setting}`);
      const settings = { ...env, ...(embedded ? { DATA_DIR: data } : {}), HOST: "127.0.0.1", PORT: "0", [setting]: String(other.port) };
      const { code, stderr } = await vitrine(["serve"], settings);
      const message = `Port ${other.port} is in use. Stop the program that uses it, or set ${setting} to another port.\n`;
      expect([code, stderr]).toEqual([1, message]);
      // Found out first: no database was made or changed.
      await expect(stat(data)).rejects.toThrow("ENOENT");
    }
    other.close();
  });

  test.runIf(embedded)("a second server on the same folder", async () => {
    await serve();
    const { code, stderr } = await vitrine(["serve"], { ...env, PORT: "0" });
    expect(code).toBe(1);
    expect(stderr).toContain("belongs to one process at a time");
  });

  test.runIf(embedded)("the folder is private to its user", async () => {
    await serve();
    const mode = async (name: string) => ((await stat(join(env.DATA_DIR ?? "", name))).mode & 0o777).toString(8);
    const modes = await Promise.all([".", "database", "control.sock", "secret-key"].map(mode));
    expect(modes).toEqual(["700", "700", "600", "600"]);
  });

  test("a broken bundle", async () => {
    const { code, stderr } = await vitrine(["site", "import", "-"], env, "bundle: 1\nsite: {}\n");
    expect(code).toBe(1);
    expect(stderr).toContain("nothing was changed");
    expect(stderr).toContain("/site/slug (line 2, column 7) is required");
  });

  test("a site, a file or a key that does not exist", async () => {
    expect(await vitrine(["key", "list", "nowhere"], env)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no site "nowhere"') as string,
    });
    expect(await vitrine(["site", "import", "nowhere.yaml"], env)).toMatchObject({ code: 1, stderr: "There is no file nowhere.yaml.\n" });
    expect(await vitrine(["site", "export", "nowhere"], env)).toMatchObject({ code: 1, stdout: "" });
  });

  test("a command that does not exist", async () => {
    expect((await vitrine(["site", "explode"], env)).code).toBe(2);
    expect((await vitrine(["key", "create"], env)).code).toBe(2);
    expect((await vitrine(["--help"], env)).code).toBe(0);
  });

  test("a Node that is too old, before anything is written", async () => {
    const old = "data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'18.20.4'}})";
    const data = join(folder.path, "never");
    const { code, stderr } = await runToEnd(process.execPath, ["--import", old, "server/bin/vitrine.js", "serve"], {
      cwd: repository,
      env: { DATA_DIR: data },
    });
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^Vitrine needs Node 20\.19 or newer, and this is 18\.20\.4\./) as string]);
    await expect(stat(data)).rejects.toThrow("ENOENT");
  });

  test.runIf(embedded)("a DATA_DIR that is a file, or lies in one", async () => {
    const file = join(folder.path, "a-file");
    await writeFile(file, "");
    for (const path of [file, join(file, "data")]) {
      const { code, stderr } = await vitrine(["serve"], { DATA_DIR: path, PORT: "0" });
      expect([code, stderr]).toEqual([1, `${path} is not a folder. Set DATA_DIR to a folder.\n`]);
    }
  });

  test.runIf(embedded)("a DATA_DIR without a database: a command creates none", async () => {
    const empty = join(folder.path, "empty");
    await mkdir(empty);
    for (const path of [empty, join(folder.path, "absent")]) {
      for (const args of [["site", "list"], ["doctor"], ["site", "import", "-"]]) {
        const { code, stderr } = await vitrine(args, { DATA_DIR: path }, "bundle: 1");
        expect([code, stderr]).toEqual([1, expect.stringContaining(`There is no database in ${path}. Set DATA_DIR`) as string]);
      }
      expect((await vitrine(["migrate"], { DATA_DIR: path })).code).toBe(0);
      expect((await vitrine(["site", "list"], { DATA_DIR: path })).code).toBe(0);
    }
  });

  test.skipIf(embedded)("a database that does not exist, and a login that is refused", async () => {
    const url = new URL(database?.url ?? "");
    url.pathname = "/vitrine_absent";
    const absent = await vitrine(["serve"], { ...env, DATABASE_URL: url.href });
    expect([absent.code, absent.stderr]).toEqual([
      1,
      'The database "vitrine_absent" does not exist. Create it with createdb, or correct DATABASE_URL.\n',
    ]);
    url.username = "nobody-here";
    const refused = await vitrine(["serve"], { ...env, DATABASE_URL: url.href });
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("Correct DATABASE_URL.") as string]);
  });

  test("a setting that is misspelt is named, and the server starts", async () => {
    const { output, end } = await serve([], { MAIL_CATCHR: "on" });
    expect(output()).toContain("MAIL_CATCHR is not a setting, so it has no effect. Did you mean MAIL_CATCHER?");
    expect(await end("SIGTERM")).toBe(0);
  });

  test("a key that the payment processor does not know is found by the doctor", async () => {
    // Nobody answers there, as nobody would know the key of a sandbox at Stripe.
    const nobody = { ...env, PROCESSOR_API_URL: "http://127.0.0.1:9" };
    const site = { slug: "keyless", name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur" };
    const config = { secretKey: "sk_test_1", publishableKey: "pk_test_1", webhookSecrets: ["whsec_1"], currency: "eur" };
    const bundle = { bundle: 1, site, plugins: { "svc.payments": { enabled: true, config } } };
    expect((await vitrine(["site", "import", "-"], nobody, JSON.stringify(bundle))).code).toBe(0);
    const { code, stdout } = await vitrine(["doctor"], nobody);
    expect([code, stdout]).toEqual([1, expect.stringMatching(/BAD +processor +keyless: the payment processor does not answer/) as string]);
  });
});
