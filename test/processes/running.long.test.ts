import { connect } from "node:net";
import { once } from "node:events";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { demoApiKey } from "../../server/src/demo.ts";
import { cms } from "../kit/harness.ts";
import { openTestDatabase, type TestDatabase } from "../kit/database.ts";
import { sampleSite } from "../kit/sample-site.ts";
import { scratchFolder, serveProcess, vitrine, type ServingProcess } from "../kit/vitrine-process.ts";

const embedded = inject("database") === "embedded";
const secretKey = Buffer.alloc(32, 7).toString("base64");
const serving: ServingProcess[] = [];
let folder: Awaited<ReturnType<typeof scratchFolder>>;
let database: TestDatabase | undefined;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await scratchFolder();
  if (!embedded) database = await openTestDatabase();
  env = {
    DATA_DIR: join(folder.path, "data"),
    ...(database?.url ? { DATABASE_URL: database.url, SECRET_KEY: secretKey, MAIL_CATCHER: "on" } : {}),
  };
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
const read = (url: string, path: string, key: string) => fetch(url + cms + path, { headers: { "x-api-key": key } });
const until = async (fact: () => Promise<boolean>, withinMs: number) => {
  const began = performance.now();
  while (performance.now() - began < withinMs) if (await fact()) return true;
  return false;
};

/** A connection that is kept, for a second request. */
async function openConnection(port: number): Promise<{ ask(request: string): Promise<string> }> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  return {
    ask: async (request) => {
      socket.write(request);
      const [chunk] = (await once(socket, "data")) as [Buffer];
      return chunk.toString("latin1");
    },
  };
}

describe("the main job", { timeout: 120_000 }, () => {
  test("the first start makes the demo site, the second finds it, and both exit cleanly", async () => {
    const first = await serve(["--demo"]);
    expect((await read(first.url, "/pages/home", demoApiKey)).status).toBe(200);
    expect(first.output()).toContain(demoApiKey);
    expect(first.output()).toContain("/pages/home");
    const token = /#preview=(pv_[0-9A-Za-z]{32})/.exec(await (await fetch(`${first.url}/`)).text())?.[1] ?? "";
    expect(await (await fetch(`${first.url}/api/public/v1/preview/${token}`)).text()).toContain("It is dark at four.");
    expect(first.output()).not.toContain(token);
    expect(await (await read(first.url, "/pages/home", demoApiKey)).text()).not.toContain("It is dark at four.");
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
    expect(await first.end("SIGTERM")).toBe(0);
    const second = await serve(["--demo"]);
    const page = await read(second.url, "/pages/about?locale=de", demoApiKey);
    expect(page.headers.get("content-language")).toBe("de");
    expect(await second.end("SIGINT")).toBe(0);
  });

  test("committed writes survive a kill", async () => {
    const before = await serve(["--demo"]);
    const text = await (await read(before.url, "/pages", demoApiKey)).text();
    const { code, stdout } = await vitrine(["key", "create", "fjord-and-form", "--json"], env);
    expect(code).toBe(0);
    const { key } = JSON.parse(stdout) as { key: string };
    await before.end("SIGKILL");
    const after = await serve();
    expect(await (await read(after.url, "/pages", key)).text()).toBe(text);
  });

  test("a server that stops finishes the requests in progress", async () => {
    const process = await serve(["--demo"]);
    const { port } = new URL(process.url);
    const request = `GET ${cms}/pages/home HTTP/1.1\r\nHost: a\r\nx-api-key: ${demoApiKey}\r\n\r\n`;
    const connections = await Promise.all(Array.from({ length: 20 }, () => openConnection(Number(port))));
    for (const { ask } of connections) expect(await ask(request)).toContain("HTTP/1.1 200");
    const answers = connections.map(({ ask }) => ask(request));
    const ended = process.end("SIGTERM");
    for (const answer of await Promise.all(answers)) expect(answer).toContain("HTTP/1.1 200");
    expect(await ended).toBe(0);
  });

  test("commands reach a running server, and their changes show within a second", async () => {
    const process = await serve(["--demo"]);
    const bundle = JSON.stringify({
      bundle: 1,
      ...sampleSite(),
      site: { slug: "from-cli", name: "A site", defaultLocale: "en", locales: ["en", "de", "pt-BR"], currency: "eur" },
      apiKeys: [{ name: "web" }],
    });
    const imported = await vitrine(["site", "import", "-", "--json"], env, bundle);
    expect(imported).toMatchObject({ code: 0, stderr: "" });
    const { newKeys } = JSON.parse(imported.stdout) as { newKeys: { key: string }[] };
    const key = newKeys[0]?.key ?? "";
    expect((await read(process.url, "/pages/home", key)).status).toBe(200);

    const retitled = JSON.stringify({
      ...(JSON.parse(bundle) as object),
      pages: [{ slug: "home", locale: "en", title: "Changed" }],
      entries: [],
    });
    expect((await vitrine(["site", "import", "-"], env, retitled)).stdout).toContain("updated");
    expect(await until(async () => (await (await read(process.url, "/pages/home", key)).text()).includes("Changed"), 1_000)).toBe(true);

    const submitted = await fetch(`${process.url}${cms}/plugins/svc.forms/forms/contact/submit`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify({ data: { text: "=1+1" } }),
    });
    expect(submitted.status).toBe(202);
    expect((await vitrine(["form", "list", "from-cli"], env)).stdout).toMatch(/contact\s+sample contact\s+1\s+1\s+0/);
    const asked = ["form", "submissions", "from-cli", "contact"];
    expect((await vitrine(asked, env)).stdout).toContain("=1+1");
    expect(JSON.parse((await vitrine([...asked, "--json"], env)).stdout)).toMatchObject([{ data: { text: "=1+1" }, isSpam: false }]);
    const csv = /^\ufeff"id","submitted at","version","spam","text","other"\r\n"[^,]+","[^,]+","1","no","'=1\+1",""\r\n$/;
    expect((await vitrine([...asked, "--format", "csv"], env)).stdout).toMatch(csv);
    const file = join(folder.path, "contact.csv");
    expect((await vitrine([...asked, "--format", "csv", "-o", file], env)).stdout).toBe("");
    expect(await readFile(file, "utf8")).toMatch(csv);
    expect((await stat(file)).mode & 0o777).toBe(0o600);

    expect((await vitrine(["key", "revoke", "from-cli", "web"], env)).code).toBe(0);
    expect(await until(async () => (await read(process.url, "/pages/home", key)).status === 401, 1_000)).toBe(true);

    const previewResult = await vitrine(["preview", "create", "from-cli", "only-a-draft", "--expires-in", "90m", "--json"], env);
    expect(previewResult).toMatchObject({ code: 0, stderr: "" });
    const { token, link, id } = JSON.parse(previewResult.stdout) as Record<string, string>;
    expect(link).toMatch(new RegExp(`^http://localhost.*${cms}/preview/${token}$`));
    const previewStatus = async () => (await fetch(`${process.url}${cms}/preview/${token}`)).status;
    expect(await previewStatus()).toBe(200);
    expect((await vitrine(["preview", "list", "from-cli"], env)).stdout).toMatch(new RegExp(`${id}\\s+only-a-draft\\s.*active`));
    expect((await vitrine(["preview", "cancel", "from-cli", id ?? ""], env)).stdout).toContain("The preview is cancelled");
    expect(await previewStatus()).toBe(404);
    for (const args of [
      ["cancel", "from-cli"],
      ["cancel", "from-cli", "x", "--page", "home"],
      ["create", "from-cli", "home", "--expires-in", "soon"],
    ])
      expect([args, (await vitrine(["preview", ...args], env)).code]).toEqual([args, 2]);
    expect((await vitrine(["preview", "create", "from-cli", "home", "--expires-in", "31d"], env)).code).toBe(1);

    expect((await vitrine(["site", "list"], env)).stdout).toMatch(/from-cli\s+A site\s+en de pt-BR\s+\d+/);
    expect((await vitrine(["key", "list", "from-cli"], env)).stdout).toContain("revoked");
    const doctor = await vitrine(["doctor"], env);
    expect(doctor.stdout).toContain("ok   database");
    // On PostgreSQL the demo's keys are sent to Stripe, which cannot know them.
    const bad = doctor.stdout.split("\n").filter((line) => line.startsWith("BAD"));
    expect([doctor.code, bad]).toEqual(embedded ? [0, []] : [1, [expect.stringMatching(/^BAD +processor +fjord-and-form: the payment/)]]);
    const copy = await vitrine(["site", "export", "from-cli"], env);
    expect(copy.stdout).toContain("slug: from-cli");
    expect((await vitrine(["site", "import", "-", "--dry-run"], env, copy.stdout)).stdout).toContain("Dry run");
  });
});

test.skipIf(embedded)("every process shows a change within a second", { timeout: 120_000 }, async () => {
  const [one, two] = [await serve(["--demo"]), await serve()];
  const { stdout } = await vitrine(["key", "create", "fjord-and-form", "--name", "both", "--json"], env);
  const { key } = JSON.parse(stdout) as { key: string };
  for (const { url } of [one, two]) expect((await read(url, "/pages/home", key)).status).toBe(200);
  await vitrine(["key", "revoke", "fjord-and-form", "both"], env);
  const gone = async (url: string) => until(async () => (await read(url, "/pages/home", key)).status === 401, 1_000);
  expect(await Promise.all([gone(one.url), gone(two.url)])).toEqual([true, true]);
});
