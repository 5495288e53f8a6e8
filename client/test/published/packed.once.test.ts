import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addMember, addToken, type TestAdmin } from "../../../test/kit/admins.ts";
import { startServer, type TestServer, type TestSite } from "../../../test/kit/harness.ts";
import { sampleSite } from "../../../test/kit/sample-site.ts";
import { paymentPlugin } from "../../../test/kit/checkout-client.ts";
import { scratchFolder } from "../../../test/kit/vitrine-process.ts";
import { hasChromium, launchChromium } from "../../../test/kit/chromium.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../../", import.meta.url));
const client = join(root, "client");
const tsc = join(root, "node_modules/typescript/bin/tsc");

let folder: Awaited<ReturnType<typeof scratchFolder>>;
let consumer: string;
let server: TestServer;
let site: TestSite;
let admin: TestAdmin;
let token: string;
let pages: Server;
let shopOrigin: string;
let otherOrigin: string;
let script: string;

/** As a user has it: built, packed, and installed without this repository. */
beforeAll(async () => {
  folder = await scratchFolder();
  consumer = join(folder.path, "consumer");
  await rm(join(client, "dist"), { recursive: true, force: true });
  await run(process.execPath, [tsc, "-p", "tsconfig.build.json"], { cwd: client });
  await run("npm", ["pack", "--ignore-scripts", "--pack-destination", folder.path], { cwd: client });
  const tarball = (await readdir(folder.path)).find((name) => name.endsWith(".tgz")) ?? "";
  await mkdir(consumer);
  await writeFile(join(consumer, "package.json"), JSON.stringify({ private: true, type: "module" }));
  await run("npm", ["install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", join(folder.path, tarball)], { cwd: consumer });

  pages = createServer((_request, response) =>
    response.setHeader("content-type", "text/html").end(`<!doctype html><script>${script}</script>`),
  );
  pages.listen(0, "127.0.0.1");
  await once(pages, "listening");
  const { port } = pages.address() as AddressInfo;
  [shopOrigin, otherOrigin] = [`http://localhost:${port}`, `http://127.0.0.1:${port}`];
  server = await startServer({ takesPayments: true });
  site = await server.addSite({
    ...sampleSite(),
    plugins: paymentPlugin(),
    site: { locales: ["en", "de", "pt-BR"], allowedOrigins: [shopOrigin] },
  });
  admin = await addMember(server, site, "OWNER", { name: "Grace" });
  ({ token } = await addToken(server, admin.id, { role: "VIEWER" }));
}, 120_000);
afterAll(async () => {
  pages.close();
  await server.stop();
  await folder.remove();
});

test("contains what it needs, and nothing else", async () => {
  const files = await readdir(join(consumer, "node_modules/@vitrine/client"), { recursive: true });
  const inSource = await readdir(join(client, "src"), { recursive: true });
  const sources = inSource.flatMap((name) => /^(.*(?<!\.test))\.ts$/.exec(name)?.[1] ?? []);
  const built = sources.flatMap((name) => [`dist/${name}.d.ts`, `dist/${name}.js`]);
  expect(files.sort()).toEqual(["LICENSE", "README.md", "dist", "dist/preview", "package.json", ...built].sort());
  const installed = JSON.parse(await readFile(join(consumer, "node_modules/.package-lock.json"), "utf8")) as { packages: object };
  expect(Object.keys(installed.packages)).toEqual(["node_modules/@vitrine/client"]);
});

test("reads a page, explains a failure, and signs, in Node", async () => {
  const program = `
    import { createRequire } from "node:module";
    import { createClient, isVitrineError } from "@vitrine/client";
    import { signTestWebhook, verifyWebhook } from "@vitrine/client/webhook";
    const client = createClient({ baseUrl: "${server.url}", apiKey: "${site.key}", cache: 5 });
    await client.content.getPage({ slug: "home" });
    const { title } = await client.content.getPage({ slug: "home", locale: "de" });
    const refused = await client.content.getPage({ slug: "nowhere" }).catch((error) => isVitrineError(error, "page_not_found"));
    const body = '{"id":"evt_1"}';
    const event = await verifyWebhook({ body, secret: "s", signature: await signTestWebhook({ body, secret: "s" }) });
    const required = createRequire(import.meta.url)("@vitrine/client").createClient === createClient;
    console.log(JSON.stringify({ title, refused, event, required }));`;
  await writeFile(join(consumer, "smoke.js"), program);
  const { stdout } = await run(process.execPath, ["--no-warnings", "smoke.js"], { cwd: consumer });
  expect(JSON.parse(stdout)).toEqual({ title: "sample home de", refused: true, event: { id: "evt_1" }, required: true });
});

const administers = `
  import { attemptAdmin, createAdminClient } from "@vitrine/client/admin";
  export async function run() {
    const admin = createAdminClient({ url: "URL", token: "TOKEN", site: "SITE" });
    const { name } = await admin.self.getMe();
    const { error } = await attemptAdmin(admin.audit.listAudit());
    return { name, refused: error?.code === "permission_missing" && error.permission };
  }`;
const administersHere = () => administers.replace("URL", server.url).replace("TOKEN", token).replace("SITE", site.slug);

test("administers a site, in Node", async () => {
  await writeFile(join(consumer, "admin.js"), `${administersHere()}\nconsole.log(JSON.stringify(await run()));`);
  const { stdout } = await run(process.execPath, ["--no-warnings", "admin.js"], { cwd: consumer });
  expect(JSON.parse(stdout)).toEqual({ name: "Grace", refused: "audit:read" });
});

describe("without any API of Node", () => {
  const runtime = fileURLToPath(new URL("edge-runtime.ts", import.meta.url));
  const tsx = import.meta.resolve("tsx");
  const onEdge = async (source: string): Promise<unknown> => {
    const file = join(consumer, "edge.mjs");
    await writeFile(file, source);
    const options = ["--no-warnings", "--experimental-vm-modules", "--import", tsx];
    return JSON.parse((await run(process.execPath, [...options, runtime, file], { cwd: consumer })).stdout) as unknown;
  };

  test("reads, walks a list, explains a failure, pays once, and signs", async () => {
    const program = `
      import { attempt, createClient } from "@vitrine/client";
      import { signTestWebhook, verifyWebhook } from "@vitrine/client/webhook";
      const options = { baseUrl: "${server.url}", apiKey: "${site.key}" };
      const client = createClient({ ...options, cache: 5, locale: "de" });
      export async function run() {
        await client.content.getPage({ slug: "home" });
        const { title } = await client.content.getPage({ slug: "home" });
        const pages = [];
        for await (const { slug } of client.withLocale("en").content.listPages.all({ pageSize: 2 })) pages.push(slug);
        const { error } = await attempt(client.content.listPages({ locale: "fr" }));
        const supported = error?.code === "locale_unsupported" ? error.supportedLocales : error?.code;
        const replayed = [];
        const losing = createClient({ ...options, fetch: async (url, init) => {
          const response = await fetch(url, init);
          replayed.push(response.headers.get("idempotent-replayed"));
          if (replayed.length === 1) throw new TypeError("The answer is lost");
          return response;
        } });
        const lost = await losing.payments.createPaymentIntent({ amount: 500 });
        const given = { idempotencyKey: crypto.randomUUID() };
        const [once, again] = [await losing.payments.createPaymentIntent({ amount: 700 }, given), await losing.payments.createPaymentIntent({ amount: 700 }, given)];
        const never = (_, { signal }) => new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
        const late = await attempt(createClient({ ...options, fetch: never, timeoutMs: 1, retries: 1 }).content.listPages());
        const body = '{"id":"evt_1"}';
        const event = await verifyWebhook({ body, secret: "s", signature: await signTestWebhook({ body, secret: "s" }) });
        const forged = await verifyWebhook({ body, secret: "s", signature: await signTestWebhook({ body, secret: "t" }) }).catch(({ code }) => code);
        return { title, pages: pages.length, supported, replayed, paid: [lost.currency, once.paymentId === again.paymentId], late: late.error?.code, event, forged };
      }`;
    expect(await onEdge(program)).toEqual({
      title: "sample home de",
      pages: 5,
      supported: ["en", "de", "pt-BR"],
      replayed: [null, "true", null, "true"],
      paid: ["eur", true],
      late: "timeout",
      event: { id: "evt_1" },
      forged: "signature_invalid",
    });
  });

  test("administers a site", async () => {
    expect(await onEdge(administersHere())).toEqual({ name: "Grace", refused: "audit:read" });
  });

  test("the check finds an API of Node and code that is not strict", async () => {
    const refused = {
      "Buffer.from('')": "Buffer is not defined",
      "process.env": "process is not defined",
      "global.fetch": "global is not defined",
      "require('node:fs')": "require is not defined",
      "setImmediate(() => 0)": "setImmediate is not defined",
      "setTimeout(() => 0).unref()": "setTimeout(...).unref is not a function",
      "new Function('return 1')()": "Code generation from strings disallowed for this context",
      "fetch('http://localhost:9', { cache: 'no-store' })": "fetch does not know cache",
      "({ fetch }).fetch('http://localhost:9')": "Illegal invocation of fetch",
    };
    const tries = Object.keys(refused).map((expression) => `async () => ${expression}`);
    const program = `export const run = () => Promise.all([${tries.join()}].map((one) => one().then(() => "It works", ({ message }) => message)));`;
    expect(await onEdge(program)).toEqual(Object.values(refused));
  });

  test.each([
    ['import "node:crypto";', /There is no node:crypto/],
    ["crypto.getRandomValues(new Uint8Array(1));", /while modules load/],
  ])("the check finds %s as well", async (statement, error) => {
    await expect(onEdge(`${statement} export const run = async () => 1;`)).rejects.toThrow(error);
  });
});

test.each([
  ["a bundler, in a page", ["--module", "esnext", "--moduleResolution", "bundler", "--lib", "es2022,dom"]],
  ["Node", ["--module", "nodenext", "--lib", "es2023", "--typeRoots", join(root, "node_modules/@types"), "--types", "node"]],
])("has types for %s", async (_, options) => {
  const source = `
    import { attempt, createClient, type Page } from "@vitrine/client";
    import { createAdminClient, isAdminError, type AuditEntry, type List } from "@vitrine/client/admin";
    import { verifyWebhook } from "@vitrine/client/webhook";
    const client = createClient({ baseUrl: "", fetch });
    const admin = createAdminClient({ token: async () => undefined, fetch });
    export const log: Promise<List<AuditEntry>> = admin.audit.listAudit({ siteSlug: "acme" });
    const failure: unknown = await log.catch((error: unknown) => error);
    if (isAdminError(failure, "revision_conflict")) failure.changedBy?.name.trim();
    // @ts-expect-error There is no such code.
    isAdminError(failure, "sold_out");
    export const page: Promise<Page> = client.content.getPage({ slug: "home" });
    export const event: Promise<{ id: string }> = verifyWebhook<{ id: string }>({ body: "", signature: null, secret: "" });
    const { error } = await attempt(client.checkout.createCheckoutPaymentIntent({ items: [] }));
    if (error?.code === "out_of_stock") error.items[0]?.available.toFixed();
    // @ts-expect-error The slug is missing.
    void client.content.getPage({});
    // @ts-expect-error There is no such code here.
    void (error?.code === "email_taken");`;
  await writeFile(join(consumer, "types.ts"), source);
  const strict = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--skipLibCheck", "false", "--target", "es2022"];
  await run(process.execPath, [tsc, ...strict, ...options, "types.ts"], { cwd: consumer }).catch((error: unknown) => {
    throw new Error((error as { stdout: string }).stdout);
  });
});

describe.runIf(hasChromium)("in a browser", { timeout: 180_000 }, () => {
  let browser: Browser;
  beforeAll(async () => {
    const { outputFiles } = await build({
      stdin: { contents: 'export * from "@vitrine/client";', resolveDir: consumer },
      bundle: true,
      minify: true,
      write: false,
      format: "iife",
      globalName: "vitrine",
      platform: "browser",
      target: "es2022",
    });
    script = outputFiles[0]!.text;
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  /** The result of an expression on `client`, on a page of the origin: its value, or the failure's code and status. */
  const onPage = async (origin: string, expression: string, options: object = {}): Promise<unknown> => {
    const page = await browser.newPage();
    await page.goto(origin);
    const optionsJson = JSON.stringify({ baseUrl: server.url, apiKey: site.key, ...options });
    const result: unknown = await page.evaluate(`(async () => {
      const client = vitrine.createClient(${optionsJson});
      try { return await ${expression}; } catch (error) { return vitrine.isVitrineError(error) ? [error.code, error.status] : String(error); }
    })()`);
    await page.close();
    return result;
  };

  test("a page of an allowed origin reads, writes and pages", async () => {
    expect(await onPage(shopOrigin, 'client.content.getPage({ slug: "home", locale: "de" }).then(({ title }) => title)')).toBe(
      "sample home de",
    );
    expect(
      await onPage(
        shopOrigin,
        "(async () => { const all = []; for await (const { slug } of client.content.listPages.all({ pageSize: 2 })) all.push(slug); return all; })()",
      ),
    ).toHaveLength(5);
    const customer = '{ email: "ada@example.com", password: "a long password" }';
    const signIn = `client.customers.registerCustomer(${customer}).then(() => client.customers.logIn(${customer})).then(({ token }) => client.withCustomerToken(token).account.getAccount()).then(({ email }) => email)`;
    expect(await onPage(shopOrigin, signIn)).toBe("ada@example.com");
  });

  test("a page of another origin is refused, and can read the reason", async () => {
    expect(await onPage(otherOrigin, 'client.content.getPage({ slug: "home" })')).toEqual(["origin_not_allowed", 403]);
    expect(await onPage(otherOrigin, 'client.preview.getPreview({ token: "pv_of_nobody" })')).toEqual(["preview_not_found", 404]);
  });

  test("the preflight allows every header that the client sends", async () => {
    const order =
      'client.withCustomerToken("too.old.token").checkout.createCheckoutPaymentIntent({ items: [{ variantId: "x", quantity: 1 }] })';
    expect(await onPage(shopOrigin, order)).toEqual(["token_invalid", 401]);
    const twice = 'client.content.getPage({ slug: "home" }).then(() => client.content.getPage({ slug: "home" })).then(({ slug }) => slug)';
    expect(await onPage(shopOrigin, twice, { cache: 10 })).toBe("home");
  });

  test("a page of the server's own origin administers with its cookie", async () => {
    const { outputFiles } = await build({
      stdin: { contents: 'export * from "@vitrine/client/admin";', resolveDir: consumer },
      bundle: true,
      minify: true,
      write: false,
      format: "iife",
      globalName: "vitrineAdmin",
      platform: "browser",
      target: "es2022",
    });
    const context = await browser.newContext({ bypassCSP: true });
    const [name = "", value = ""] = (admin.headers.cookie ?? "").split("=");
    await context.addCookies([{ name, value, url: server.url, httpOnly: true, sameSite: "Lax" }]);
    const page = await context.newPage();
    await page.goto(`${server.url}/healthz`);
    await page.addScriptTag({ content: outputFiles[0]!.text });
    expect(await page.evaluate("vitrineAdmin.createAdminClient().self.getMe().then(({ name }) => name)")).toBe("Grace");
    await context.close();
  });

  test("a server that cannot be reached is a network error", async () => {
    const elsewhere = { baseUrl: "http://localhost:9", retries: 0 };
    expect(await onPage(shopOrigin, "client.content.listPages()", elsewhere)).toEqual(["network_error", 0]);
  });
});
