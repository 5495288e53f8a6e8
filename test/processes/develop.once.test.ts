import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { startProgram, type Started } from "../kit/run-to-end.ts";
import { scratchFolder, serveProcess, vitrine, type ServingProcess } from "../kit/vitrine-process.ts";
import { signInByLink } from "../kit/sign-in-by-link.ts";
import { freePort } from "../kit/free-port.ts";

const cli = fileURLToPath(new URL("../../server/dist/cli.js", import.meta.url));
const patience = { timeout: 60_000 };

// needs: embedded. Otherwise there is no server of one's own to start, and no viewer.
describe.runIf(inject("database") === "embedded")("vitrine new and vitrine dev", { timeout: 180_000 }, () => {
  let folder: Awaited<ReturnType<typeof scratchFolder>>;
  let env: Record<string, string>;
  let file: string;
  let dev: Started | undefined;
  let server: ServingProcess | undefined;

  beforeAll(async () => {
    folder = await scratchFolder();
    env = { DATA_DIR: join(folder.path, "data"), PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) };
    const newResult = await vitrine(["new", join(folder.path, "Brød & Co")], env);
    expect([newResult.code, newResult.stdout]).toEqual([0, expect.stringContaining("npx vitrine dev") as string]);
    file = join(folder.path, "Brød & Co/site.yaml");
  });
  afterEach(async () => {
    await dev?.end("SIGKILL");
    await server?.end("SIGKILL");
    [dev, server] = [undefined, undefined];
  });
  afterAll(() => folder.remove());

  const develop = async (...options: string[]): Promise<{ address: string; read(path: string): Promise<string> }> => {
    const started = (dev = startProgram(process.execPath, [cli, "dev", file, "--no-open", ...options], { cwd: folder.path, env }));
    await expect.poll(() => started.output(), patience).toMatch(/Pages +http/);
    const [, address = "", key = ""] = /Pages +(http:\/\/[^/]+)\/demo\/site#key=(pk_\w+)/.exec(started.output()) ?? [];
    return { address, read: async (path) => (await fetch(address + path, { headers: { "x-api-key": key } })).text() };
  };
  /** Works as the first owner does in the studio. */
  const studio = async (running: ServingProcess) => {
    const cookie = await signInByLink(running);
    return async (method: string, path: string, body?: object, revision?: number) => {
      const headers = { cookie, "content-type": "application/json", ...(revision !== undefined && { "if-match": `"${revision}"` }) };
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      const answer = await fetch(`${running.url}/api/admin/v1/sites/brod-co${path}`, init);
      expect([answer.status, method, path]).toEqual([200, method, path]);
      return (await answer.json()) as { data: unknown };
    };
  };
  const edit = async (from: string, to: string) => {
    const text = await readFile(file, "utf8");
    expect(text).toContain(from);
    await writeFile(file, text.replace(from, to));
  };
  const home = "/api/public/v1/pages/home";

  test("a folder that is not empty is left alone", async () => {
    const again = await vitrine(["new", join(folder.path, "Brød & Co")], env);
    expect([again.code, again.stderr]).toEqual([
      1,
      expect.stringContaining("is not empty. Name a folder that does not exist yet.") as string,
    ]);
    expect(await readFile(file, "utf8")).toContain("slug: brod-co");
  });

  test("without a server it starts one, imports each save, and ends both cleanly", async () => {
    const site = await develop();
    expect(await site.read(home)).toContain('"title":"Brød & Co"');
    await expect.poll(() => dev?.output(), patience).toMatch(/Studio +http\S+\/studio\/sign-in#token=[\w-]{43}&next=sites\/brod-co\n/);
    expect(dev?.output()).toMatch(/API key +pk_[0-9A-Za-z]{32}\n/);
    const owner = await signInByLink({ url: site.address, output: () => dev?.output() ?? "" });
    const answer = await fetch(`${site.address}/api/admin/v1/sites/brod-co/overview`, { headers: { cookie: owner } });
    expect(answer.status).toBe(200);
    await edit('name: "Brød & Co"', "name: Half past four");
    await expect.poll(() => site.read(home), patience).toContain('"title":"Half past four"');
    // As many editors save: a new file in the place of the old one.
    await writeFile(`${file}.new`, (await readFile(file, "utf8")).replace("name: Half past four", "name: Five"));
    await rename(`${file}.new`, file);
    await expect.poll(() => site.read(home), patience).toContain('"title":"Five"');
    expect(await dev?.end("SIGTERM")).toBe(0);
    expect((await vitrine(["site", "list"], env)).stdout).toContain("Five");
  });

  test("beside a server it uses that one, and a mistake changes nothing until it is mended", async () => {
    server = await serveProcess([], env);
    const site = await develop();
    expect(dev?.output()).not.toContain("starting one");
    await edit("price: 110", "price: 1.10");
    await expect.poll(() => dev?.output(), patience).toMatch(/price \(line \d+, column \d+\) must be a whole number of minor units/);
    await edit("name: Five", "name: Six");
    expect(await site.read("/api/v1/shop/products?q=roll")).toContain('"price":110');
    await edit("price: 1.10", "price: 135");
    await expect.poll(() => site.read("/api/v1/shop/products?q=roll"), patience).toContain('"price":135');
    expect(await site.read(home)).toContain('"title":"Six"');
    await edit("price: 135", "price: 135, compareAtPrice: 900");
    await expect
      .poll(() => dev?.output(), patience)
      .toMatch(/is imported: .*\n +\S+compareAtPrice \(line \d+, column \d+\) is higher than any price of this variant so far/);
    expect(await dev?.end("SIGTERM")).toBe(0);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });

  test("after a restart, what somebody has published in the studio is there, and named; --overwrite replaces it", async () => {
    server = await serveProcess([], env);
    const api = await studio(server);
    const [page] = (await api("GET", "/pages?q=home")).data as { id: string; translations: { revision: number }[] }[];
    const at = `/pages/${page?.id}/en`;
    const { revision } = page?.translations[0] ?? { revision: 0 };
    await api("PUT", `${at}/draft`, { slug: "home", title: "Seven", composition: [] }, revision);
    await api("POST", `${at}/publish`, { revision: revision + 1 });
    const site = await develop();
    expect(dev?.output()).toMatch(/\n +\/pages\/0 \(line \d+, column \d+\) was changed by \S.* since the last import, and stays as it is/);
    expect(await site.read(home)).toContain('"title":"Seven"');
    await dev?.end("SIGTERM");
    const again = await develop("--overwrite");
    expect(await again.read(home)).toContain('"title":"Six"');
  });

  test("a file that does not exist starts no server", async () => {
    const { code, stderr } = await vitrine(["dev", join(folder.path, "nowhere.yaml")], env);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^There is no file .*nowhere\.yaml\.\n$/) as string]);
  });

  test("with DATABASE_URL it says what to do", async () => {
    const postgres = { DATABASE_URL: "postgres://127.0.0.1:1/x", SECRET_KEY: Buffer.alloc(32, 7).toString("base64") };
    const { code, stderr } = await vitrine(["dev", file], { ...env, ...postgres });
    expect([code, stderr]).toEqual([1, expect.stringContaining("Unset DATABASE_URL") as string]);
  });
});
