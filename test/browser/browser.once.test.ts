import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cms, shop as shopApi, startServer, type TestServer, type TestSite } from "../kit/harness.ts";
import { sampleSite } from "../kit/sample-site.ts";
import { hasChromium, launchChromium } from "../kit/chromium.ts";

describe.runIf(hasChromium)("in a browser", { timeout: 180_000 }, () => {
  let browser: Browser;
  let server: TestServer;
  let site: TestSite;
  let shop: Server;
  let shopOrigin: string;
  let otherOrigin: string;

  beforeAll(async () => {
    shop = createServer((_request, response) => response.setHeader("content-type", "text/html").end("<!doctype html><title>Shop</title>"));
    shop.listen(0, "127.0.0.1");
    await once(shop, "listening");
    const { port } = shop.address() as AddressInfo;
    shopOrigin = `http://localhost:${port}`;
    otherOrigin = `http://127.0.0.1:${port}`;
    server = await startServer();
    site = await server.addSite({ ...sampleSite(), site: { locales: ["en", "de", "pt-BR"], allowedOrigins: [shopOrigin] } });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    shop.close();
    await server.stop();
  });

  const call = async (origin: string, sandboxed: boolean, init: object) => {
    const page = await browser.newPage();
    await page.goto(origin);
    // Text rather than a function: it runs in the browser, whose globals TypeScript does not know here.
    const ask = `(async () => {
      try {
        const response = await fetch(${JSON.stringify(`${server.url}${cms}/pages/home`)}, ${JSON.stringify(init)});
        const body = await response.json();
        return { status: response.status, title: body.data?.title, code: body.code, etag: response.headers.get("etag") !== null };
      } catch {
        return { blocked: true };
      }
    })()`;
    const askInFrame = `new Promise((resolve) => {
      const frame = document.createElement("iframe");
      frame.sandbox.add("allow-scripts");
      addEventListener("message", ({ data }) => resolve(data), { once: true });
      frame.srcdoc = "<script>" + ${JSON.stringify(`${ask}.then((result) => parent.postMessage(result, "*"))`)} + "</" + "script>";
      document.body.append(frame);
    })`;
    const result: unknown = await page.evaluate(sandboxed ? askInFrame : ask);
    await page.close();
    return result;
  };
  const withKey = () => ({ headers: { "x-api-key": site.key } });

  test("a page of an allowed origin reads, with the headers that it may see", async () => {
    expect(await call(shopOrigin, false, withKey())).toEqual({ status: 200, title: "sample home en", etag: true });
  });

  test("a page of another origin is refused, and can read the reason", async () => {
    expect(await call(otherOrigin, false, withKey())).toEqual({ status: 403, code: "origin_not_allowed", etag: false });
  });

  test("a sandboxed frame of the allowed page is another origin", async () => {
    expect(await call(shopOrigin, true, withKey())).toEqual({ status: 403, code: "origin_not_allowed", etag: false });
  });

  test("a simple request cannot write: the address takes no POST, and plain text is not accepted as JSON", async () => {
    const simple = { method: "POST", headers: { "content-type": "text/plain" }, body: "{}" };
    expect(await call(otherOrigin, false, simple)).toEqual({ status: 405, code: "method_not_allowed", etag: false });
  });

  test("the reference shows every operation, and connects only to this server", async () => {
    const page = await browser.newPage();
    const foreign: string[] = [];
    const errors: string[] = [];
    page.on("request", (request) => {
      if (!request.url().startsWith(server.url) && !request.url().startsWith("data:") && !request.url().startsWith("blob:"))
        foreign.push(request.url());
    });
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error" && message.text().includes("Content Security Policy")) errors.push(message.text());
    });
    await page.goto(`${server.url}/docs`);
    await page.getByText("Read a published page").first().waitFor();
    for (const name of ["List the published pages", "Read a published entry", "List the block types"]) {
      expect(await page.getByText(name).count()).toBeGreaterThan(0);
    }
    expect([foreign, errors]).toEqual([[], []]);
    await page.close();
  });

  test("a customer registers, opens the mail, confirms the address and chooses a new password, without JavaScript", async () => {
    const local = await startServer({ local: true });
    const target = await local.addSite({ site: { name: "Fjord & Form", allowedOrigins: [shopOrigin] } });
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    page.on("pageerror", (error) => errors.push(String(error)));
    const foreign: string[] = [];
    page.on("request", (request) => {
      if (![local.url, shopOrigin].some((origin) => request.url().startsWith(origin))) foreign.push(request.url());
    });
    const call = (path: string, body: object) =>
      page.evaluate<{ data: Record<string, unknown> }>(`fetch(${JSON.stringify(`${local.url}${shopApi}${path}`)}, {
        method: "POST",
        headers: { "x-api-key": ${JSON.stringify(target.key)}, "content-type": "application/json" },
        body: ${JSON.stringify(JSON.stringify(body))},
      }).then((response) => response.json())`);
    const customer = { email: "ada@example.com", password: "a long password" };

    await page.goto(shopOrigin);
    expect((await call("/auth/register", customer)).data).toMatchObject({ email: "ada@example.com", emailVerified: false });
    await local.runTasks();
    await page.goto(`${local.url}/dev/mail`);
    await page
      .getByRole("link", { name: /confirm/i })
      .first()
      .click();
    const confirm = await page
      .getByRole("link", { name: /verify-email/ })
      .first()
      .getAttribute("href");
    const here = (href: string | null) => local.url + new URL(href ?? "").pathname + new URL(href ?? "").search;

    await page.goto(here(confirm));
    expect(await page.getByRole("heading", { level: 1 }).textContent()).not.toBe("");
    await page.getByRole("button").click();
    await page.waitForURL(/verify-email$/);
    expect(await page.locator("form").count()).toBe(0);
    await page.goto(shopOrigin);
    const { token } = (await call("/auth/login", customer)).data as { token: string };
    expect(
      await page.evaluate(`fetch(${JSON.stringify(`${local.url}${shopApi}/account`)}, { headers: { authorization: ${JSON.stringify(`Bearer ${token}`)} } })
      .then((response) => response.json())`),
    ).toMatchObject({ data: { emailVerified: true } });

    await call("/auth/request-password-reset", { email: customer.email, resetUrlBase: "https://elsewhere.example/" });
    await local.runTasks();
    const reset = /https?:\/\/\S+reset-password\S+/.exec(local.mails.at(-1)?.text ?? "")?.[0] ?? null;
    await page.goto(here(reset));
    await page.getByLabel(/password/i).fill("passwort1");
    await page.getByRole("button").click();
    await page.getByRole("alert").waitFor();
    await page.getByLabel(/password/i).fill("a quite different one");
    await page.getByRole("button").click();
    await page.waitForFunction("!document.querySelector('form')");
    await page.goto(shopOrigin);
    expect((await call("/auth/login", { ...customer, password: "a quite different one" })).data).toHaveProperty("token");
    expect(errors).toEqual([]);
    expect(foreign).toEqual([]);
    await page.close();
    await local.stop();
  });
});
