import { createServer, request as send, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addMember, adminApi, asAdmin, type TestAdmin } from "../kit/admins.ts";
import { editor, pageDraft } from "../kit/documents.ts";
import { startServer, type TestServer, type TestSite } from "../kit/harness.ts";
import { sampleSite } from "../kit/sample-site.ts";
import { readEverything } from "../kit/site-rows.ts";
import { hasChromium, launchChromium } from "../kit/chromium.ts";

/** Of the same host on another port, to which a browser sends `SameSite` cookies, and of another host, to which it does not. */
const attackers = ["127.0.0.1", "localhost"] as const;

describe.runIf(hasChromium)("pages of other origins", { timeout: 180_000 }, () => {
  let browser: Browser;
  let server: TestServer;
  let site: TestSite;
  let ada: TestAdmin;
  let pageId: string;
  let front: Server;
  let evil: Server;
  let frontUrl: string;
  /** What reached the server since the test began. */
  let arrived: { method: string; path: string; status: number; hasCookie: boolean }[] = [];
  /** The page that the attacker's server gives. */
  let evilHtml = "";
  let contexts: BrowserContext[] = [];

  beforeAll(async () => {
    front = createServer((incoming, outgoing) => {
      const { method = "", url: path = "", headers } = incoming;
      const forwarded = send({ host: "127.0.0.1", port: server.port, method, path, headers }, (answer) => {
        const status = answer.statusCode ?? 0;
        arrived.push({ method, path, status, hasCookie: headers.cookie === ada.headers.cookie });
        outgoing.writeHead(status, answer.rawHeaders);
        answer.pipe(outgoing);
      });
      forwarded.on("error", () => outgoing.destroy());
      incoming.pipe(forwarded);
    });
    front.listen(0, "127.0.0.1");
    evil = createServer((_request, response) => response.setHeader("content-type", "text/html").end(evilHtml));
    evil.listen(0);
    await Promise.all([once(front, "listening"), once(evil, "listening")]);
    frontUrl = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
    server = await startServer({ publicUrl: frontUrl });
    site = await server.addSite(sampleSite());
    ada = await addMember(server, site, "OWNER");
    pageId = (await editor(server, site, ada).create("pages", pageDraft("secret-plan", "The secret plan"))).id;
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    front.close();
    evil.close();
    await server.stop();
  });
  beforeEach(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    contexts = [];
    arrived = [];
    evilHtml = "<!doctype html><title>Evil</title>";
  });

  const base = () => `${frontUrl}${adminApi}`;
  const originOf = (host: string) => `http://${host}:${(evil.address() as AddressInfo).port}`;
  /** A tab of a browser in which Ada is signed in. */
  const tabAt = async (url: string): Promise<Page> => {
    const context = await browser.newContext();
    contexts.push(context);
    const [name = "", value = ""] = (ada.headers.cookie ?? "").split("=");
    await context.addCookies([{ name, value, url: frontUrl, httpOnly: true, sameSite: "Lax" }]);
    const page = await context.newPage();
    await page.goto(url);
    return page;
  };
  const unsafe = () => arrived.filter(({ method }) => !["GET", "HEAD", "OPTIONS"].includes(method));
  /** 405: an address that takes no POST, which is all that a browser sends unasked. */
  const letThrough = () => unsafe().filter(({ status }) => status !== 403 && status !== 405);
  const refused = () => unsafe().filter(({ status }) => status === 403).length;
  const state = async () => [...(await readEverything(server.deps.sql, site.id)), await accountState()];
  const accountState = async () => {
    const api = asAdmin(server, ada);
    const [me, sessions, tokens] = await Promise.all([api.get("/me"), api.get("/me/sessions"), api.get("/me/tokens")]);
    return [me.text, (sessions.json as { total: number }).total, (tokens.json as { total: number }).total].join(" ");
  };

  /** Changes that Ada could make, as the attacker would send them. */
  const changes = () => [
    { method: "PATCH", path: `/sites/${site.slug}`, body: { name: "Taken over" }, headers: { "if-match": '"1"' } },
    { method: "PUT", path: `/sites/${site.slug}/pages/${pageId}/en/draft`, body: pageDraft("evil"), headers: { "if-match": '"1"' } },
    { method: "POST", path: `/sites/${site.slug}/pages/${pageId}/en/publish`, body: { revision: 1 }, headers: {} },
    { method: "POST", path: `/sites/${site.slug}/invitations`, body: { email: "eve@example.com", role: "OWNER" }, headers: {} },
    { method: "POST", path: "/me/tokens", body: { name: "Eve", role: "OWNER", expiresAt: "2026-12-31T00:00:00.000Z" }, headers: {} },
    { method: "POST", path: "/me/email", body: { email: "eve@example.com" }, headers: {} },
    { method: "DELETE", path: `/sites/${site.slug}/pages/${pageId}`, body: undefined, headers: { "if-match": '"1"' } },
    { method: "DELETE", path: "/session", body: undefined, headers: {} },
  ];

  test("the same requests succeed from a page of ours: what follows could succeed", async () => {
    const tab = await tabAt(`${frontUrl}/docs/admin`);
    const createRequest = { method: "POST", path: `/sites/${site.slug}/pages`, body: pageDraft("from-our-page"), headers: {} };
    expect(await tab.evaluate(fetchIn(base(), [createRequest], "cors", "application/json"))).toEqual([201]);
    expect(
      await tab.evaluate(
        `fetch(${JSON.stringify(`${base()}/session`)}).then((answer) => answer.json()).then(({ data }) => data.admin.email)`,
      ),
    ).toBe(ada.email);
  });

  describe.each(attackers)("at %s", (host) => {
    test.each(["cors", "no-cors"])("change nothing with fetch, %s", async (mode) => {
      const before = await state();
      const tab = await tabAt(originOf(host));
      for (const type of ["application/json", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]) {
        const answers: unknown[] = await tab.evaluate(fetchIn(base(), changes(), mode, type));
        // `0`: of an opaque answer; `blocked`: the browser gives nothing.
        expect(
          answers.filter((answer) => answer !== "blocked" && answer !== 0),
          type,
        ).toEqual([]);
      }
      expect(await state()).toEqual(before);
      expect(letThrough()).toEqual([]);
      // The server did get, and refused, the requests that a browser sends without asking first.
      if (mode === "no-cors") expect(refused()).toBeGreaterThan(0);
      if (mode === "no-cors") expect(unsafe().some(({ hasCookie }) => hasCookie)).toBe(host === "127.0.0.1");
    });

    test("change nothing from a sandboxed frame, whose origin is `null`", async () => {
      const before = await state();
      const tab = await tabAt(originOf(host));
      const script = `${fetchIn(base(), changes(), "no-cors", "text/plain")}.then((found) => parent.postMessage(found, "*"))`;
      const answers = await tab.evaluate(`new Promise((resolve) => {
        const frame = document.createElement("iframe");
        frame.sandbox.add("allow-scripts");
        addEventListener("message", ({ data }) => resolve(data), { once: true });
        frame.srcdoc = "<script>" + ${JSON.stringify(script)} + "</" + "script>";
        document.body.append(frame);
      })`);
      expect(answers).toHaveLength(changes().length);
      expect(await state()).toEqual(before);
      expect(letThrough()).toEqual([]);
      expect(refused()).toBeGreaterThan(0);
    });

    test.each(["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"])(
      "change nothing with forms, %s",
      async (enctype) => {
        const before = await state();
        const forms = changes().filter(({ method }) => method === "POST");
        for (const { path, body } of forms) {
          const tab = await tabAt(originOf(host));
          // A field whose name and value make JSON of `text/plain`.
          const json = JSON.stringify(body);
          const [name, value] = [`${json.slice(0, -1)},"x":"`, `"}`];
          const landed = tab.waitForEvent("load");
          await tab.evaluate(`(() => {
          const form = Object.assign(document.createElement("form"), ${JSON.stringify({ method: "POST", action: `${base()}${path}`, enctype })});
          form.append(Object.assign(document.createElement("input"), ${JSON.stringify({ name, value })}));
          document.body.append(form);
          form.submit();
        })()`);
          await landed;
          await expect.poll(() => tab.content()).toContain("cross_site_request");
        }
        expect(await state()).toEqual(before);
        expect(unsafe().map(({ status }) => status)).toEqual(forms.map(() => 403));
      },
    );

    test("change nothing with a beacon, and with addresses that are opened, framed and loaded as pictures and scripts", async () => {
      const before = await state();
      const tab = await tabAt(originOf(host));
      const addresses = changes().map(({ path }) => `${base()}${path}`);
      await tab.evaluate(`(async () => {
        const addresses = ${JSON.stringify(addresses)};
        for (const address of addresses) {
          navigator.sendBeacon(address, new Blob(["{}"], { type: "text/plain" }));
          for (const tag of ["img", "script", "iframe"]) {
            await new Promise((done) => {
              const element = Object.assign(document.createElement(tag), { src: address, onload: done, onerror: done });
              setTimeout(done, 2_000);
              document.body.append(element);
            });
          }
        }
      })()`);
      expect(await state()).toEqual(before);
      expect(letThrough()).toEqual([]);
      expect(arrived.filter(({ method }) => method === "GET").length).toBeGreaterThan(addresses.length);
    });

    test("read nothing: not with fetch, a stream, a script, a window or a frame", async () => {
      const tab = await tabAt(originOf(host));
      const read = `${base()}/sites/${site.slug}/pages/${pageId}`;
      const said = await tab.evaluate(`(async () => {
        const said = [];
        for (const mode of ["cors", "no-cors"]) {
          const text = await fetch(${JSON.stringify(read)}, { mode, credentials: "include" }).then((answer) => answer.text(), () => "");
          said.push(text);
        }
        said.push(
          await new Promise((resolve) => {
            const stream = new EventSource(${JSON.stringify(`${base()}/sites/${site.slug}/events`)}, { withCredentials: true });
            stream.onmessage = ({ data }) => resolve(data);
            stream.onopen = () => resolve("open");
            stream.onerror = () => resolve("");
          }),
        );
        addEventListener("error", ({ message }) => said.push(message.includes("secret") ? message : ""));
        await new Promise((done) => {
          document.body.append(Object.assign(document.createElement("script"), { src: ${JSON.stringify(read)}, onload: done, onerror: done }));
        });
        const frame = Object.assign(document.createElement("iframe"), { src: ${JSON.stringify(read)} });
        await new Promise((done) => {
          Object.assign(frame, { onload: done, onerror: done });
          document.body.append(frame);
        });
        try {
          said.push(frame.contentWindow.document.body.textContent);
        } catch {
          said.push("");
        }
        return said;
      })()`);
      expect((said as string[]).join("")).toBe("");
      const [opened] = await Promise.all([tab.waitForEvent("popup"), tab.evaluate(`void (window.opened = open(${JSON.stringify(read)}))`)]);
      await opened.waitForLoadState();
      expect(await tab.evaluate(`(() => { try { return opened.document.body.textContent } catch { return "" } })()`)).toBe("");
      // Ada herself sees it: a link of another page leads there, signed in, as any link does.
      expect(await opened.content()).toContain("The secret plan");
    });

    test("frame neither the API nor its description", async () => {
      for (const path of [`${adminApi}/session`, "/docs/admin"]) {
        evilHtml = `<!doctype html><title>Evil</title><iframe src="${frontUrl}${path}"></iframe>`;
        const tab = await tabAt(originOf(host));
        const frame = tab.frames().find((each) => each !== tab.mainFrame());
        expect(await frame?.content().catch(() => "")).not.toMatch(/secret|email|Operations/i);
        expect(frame?.url()).toMatch(/^chrome-error:/);
      }
    });
  });
});

/** JavaScript that sends all of these, and resolves with their statuses, or why there is none. */
function fetchIn(base: string, requests: readonly object[], mode: string, type: string): string {
  return `(async () => {
    const found = [];
    for (const { method, path, body, headers } of ${JSON.stringify(requests)}) {
      const all = ${JSON.stringify(mode)} === "no-cors" ? {} : headers;
      const sent = ${JSON.stringify(mode)} === "no-cors" && method !== "POST" ? "POST" : method;
      found.push(await fetch(${JSON.stringify(base)} + path, {
        method: sent,
        mode: ${JSON.stringify(mode)},
        credentials: "include",
        headers: body === undefined ? all : { ...all, "content-type": ${JSON.stringify(type)} },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }).then(({ status }) => status, () => "blocked"));
    }
    return found;
  })()`;
}
