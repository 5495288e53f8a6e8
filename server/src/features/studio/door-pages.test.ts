import { readdir, readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServer, type TestServer } from "../../../../test/kit/harness.ts";
import { packageFolder } from "../../lib/package-folder.ts";
import { doorTexts } from "./texts-by-language.ts";

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
    expect(links).toEqual(expect.arrayContaining(["door/door.css", `door/${page}.js`]));
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
      for (const code of Object.keys(doorTexts[language].problems)) expect(text).toContain(`data-word="${code}"`);
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
  const names = await readdir(new URL("door/", packageFolder));
  expect(names.length).toBeGreaterThan(4);
  for (const name of names) {
    const { status, text, headers } = await server.ask(`/studio/door/${name}`);
    expect([name, status, text]).toEqual([name, 200, await readFile(new URL(`door/${name}`, packageFolder), "utf8")]);
    expect(headers.get("content-type")).toMatch(/^text\/(css|javascript); charset=utf-8$/);
    expect(text).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|srcdoc|localStorage|sessionStorage/);
  }
  for (const name of ["", "..%2fpackage.json", "door.css/", "no.js"]) expect((await server.ask(`/studio/door/${name}`)).status).toBe(404);
});

test("the token of a link is not in the log, wherever it stands", async () => {
  const token = "Zm9yLW5vYm9keS1lbHNlLXRoYW4tdGhlLXJlYWRlcnM";
  for (const page of [...pages, "nothing"]) await server.ask(`/studio/${page}?token=${token}`);
  expect(server.logged()).toContain("getPasswordPage");
  expect(server.logged()).not.toContain(token);
});
