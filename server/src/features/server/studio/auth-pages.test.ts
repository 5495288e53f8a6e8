import { readdir, readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { messages } from "../../../lib/messages/index.ts";
import { packageFolder } from "../../../lib/package-folder.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ publicUrl: "https://cms.example/base" });
});
afterAll(() => server.stop());

const pages = ["sign-in", "password", "invitation"];
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

describe.each(pages)("the page %s", (page) => {
  const ask = (language = "") => server.ask(`/studio/${page}`, { headers: { "accept-language": language } });

  test("is kept by no cache, sends no referrer, and runs nothing but its script", async () => {
    const { status, headers, text } = await ask();
    expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(headers.get("content-security-policy")).toBe(policy);
    expect([headers.get("cache-control"), headers.get("referrer-policy")]).toEqual(["no-store", "no-referrer"]);
    expect(headers.get("set-cookie")).toBeNull();
    expect(text).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*src=)|undefined|\[object/);
  });

  test("works below any path", async () => {
    const { text } = await ask();
    const links = [...text.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link]) => link ?? "");
    expect(links).toEqual(expect.arrayContaining(["sign-in/auth.css", `sign-in/${page}.js`]));
    expect(links.filter((link) => /^(\/|https?:)/.test(link))).toEqual([]);
    expect(text).toContain(`data-address="https://cms.example/base/studio/${page}"`);
  });

  test("has the language that the browser prefers, and explains every problem in it", async () => {
    for (const [asked, language] of [
      ["", "en"],
      ["fr", "en"],
      ["de-AT, en;q=0.5", "de"],
      ["pt", "pt-BR"],
    ] as const) {
      const { text, headers } = await ask(asked);
      expect([asked, headers.get("content-language")]).toEqual([asked, language]);
      expect(text).toContain(`<html lang="${language}">`);
      for (const code of Object.keys(messages[language].signInPages.problems)) expect(text).toContain(`data-word="${code}"`);
    }
  });

  test("never sends what is typed anywhere but to the API", async () => {
    const forms = [...(await ask()).text.matchAll(/<form([^>]*)>/g)].map(([, attributes = ""]) => attributes);
    expect(forms.length).toBeGreaterThan(0);
    for (const attributes of forms) expect(attributes).toMatch(/method="post"/);
    for (const attributes of forms) expect(attributes).not.toMatch(/action/);
  });
});

test("every file of the pages is served, and nothing else", async () => {
  const names = await readdir(new URL("sign-in/", packageFolder));
  expect(names.length).toBeGreaterThan(4);
  for (const name of names) {
    const { status, text, headers } = await server.ask(`/studio/sign-in/${name}`);
    expect([name, status, text]).toEqual([name, 200, await readFile(new URL(`sign-in/${name}`, packageFolder), "utf8")]);
    expect(headers.get("content-type")).toMatch(/^text\/(css|javascript); charset=utf-8$/);
    expect(text).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|srcdoc|localStorage|sessionStorage/);
  }
  for (const name of ["", "..%2fpackage.json", "auth.css/", "no.js"])
    expect((await server.ask(`/studio/sign-in/${name}`)).status).toBe(404);
});

test.each(["", "/me", "/server", "/sites/a", "/sites/a/model/entries/guide"])("the page /studio%s finds its script", async (place) => {
  const { text } = await server.ask(`/studio${place}`);
  const [, script = ""] = /<script [^>]*src="([^"]+)"/.exec(text) ?? [];
  expect(new URL(script, `${server.url}/studio${place}`).pathname).toMatch(/^\/studio\/assets\/index-.*\.js$/);
});

test("a file of the studio comes in the coding that the client prefers, as it was compressed when it was built", async () => {
  const names = await readdir(new URL("studio/assets/", packageFolder));
  const script = names.find((name) => /^index-.*\.js$/.test(name)) ?? "";
  const plain = await readFile(new URL(`studio/assets/${script}`, packageFolder));
  const ask = async (coding: string, more: Record<string, string> = {}) => {
    const response = await fetch(`${server.url}/studio/assets/${script}`, { headers: { "accept-encoding": coding, ...more } });
    return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const etags = new Set<string | null>();
  for (const [asked, coding] of [
    ["gzip, br", "br"],
    ["gzip", "gzip"],
    ["identity", null],
  ] as const) {
    const { status, headers, bytes } = await ask(asked);
    expect([status, headers.get("content-encoding"), headers.get("content-type")]).toEqual([200, coding, "text/javascript; charset=utf-8"]);
    expect(headers.get("vary")).toContain("accept-encoding");
    expect(bytes.equals(plain)).toBe(true);
    const etag = headers.get("etag") ?? "";
    etags.add(etag);
    expect((await ask(asked, { "if-none-match": etag })).status).toBe(304);
    if (coding) expect(Number(headers.get("content-length"))).toBeLessThan(plain.length / 2);
  }
  expect(etags.size).toBe(3);
  expect((await fetch(`${server.url}/studio/assets/${script}.br`)).status).toBe(404);
});

test("the token of a link is not in the log, wherever it stands", async () => {
  const token = "Zm9yLW5vYm9keS1lbHNlLXRoYW4tdGhlLXJlYWRlcnM";
  for (const page of [...pages, "nothing"]) await server.ask(`/studio/${page}?token=${token}`);
  expect(server.logged()).toContain("getPasswordPage");
  expect(server.logged()).not.toContain(token);
});
