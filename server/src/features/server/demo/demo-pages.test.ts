import { readdir, readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { demoApiKey } from "../../../demo.ts";

const folder = new URL("../../../../../demo/front/", import.meta.url);
const typeOf = { html: "text/html", css: "text/css", js: "text/javascript" } as Record<string, string>;
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ local: true, publicUrl: "http://dev.example:3000/base" });
});
afterAll(() => server.stop());

describe.each(["shop", "site"])("the demo page %s", (page) => {
  // All that lies in the folder: nothing is forgotten.
  const files = async () =>
    (await readdir(folder)).map((file) => ({
      file,
      path: `/demo/${file === "front.html" ? page : file}`,
      type: typeOf[file.split(".").at(-1) ?? ""],
    }));

  test("is a page with scripts and styles that may call this server only", async () => {
    for (const { path, type } of await files()) {
      const { status, headers } = await server.ask(path);
      expect([path, status, headers.get("content-type")]).toEqual([path, 200, `${type}; charset=utf-8`]);
      expect(headers.get("access-control-allow-origin")).toBeNull();
      expect(headers.get("content-security-policy")).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' http: https:; connect-src 'self'; " +
          "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      );
    }
  });

  test("works below any path, and redirects from its address with a slash at the end", async () => {
    const { text } = await server.ask(`/demo/${page}`);
    const links = [...text.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link]) => link);
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter((link) => /^(\/|https?:)/.test(link ?? ""))).toEqual([]);
    // Nothing of the page is written into it where the policy would not let it work.
    expect(text).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*src=)/);
    const { status, headers } = await server.ask(`/demo/${page}/?paid`, { redirect: "manual" });
    expect([status, headers.get("location")]).toEqual([308, `../${page}`]);
  });

  test("shows the demo site, and all data as text", async () => {
    const script = await readFile(new URL("front.js", folder), "utf8");
    expect((await server.ask("/demo/front.js")).text).toBe(script);
    expect(await readFile(new URL("address.js", folder), "utf8")).toContain(`"${demoApiKey}"`);
    for (const { file } of await files()) {
      const text = await readFile(new URL(file, folder), "utf8");
      expect(text, file).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|srcdoc/);
    }
  });

  test("exists only on a server on a laptop, and is not in the description of the API", async () => {
    const description = await server.ask("/openapi.json");
    expect(description.text).not.toContain(`/demo/${page}`);
    const elsewhere = await startServer();
    for (const { path } of await files()) expect((await elsewhere.ask(path)).status).toBe(404);
    await elsewhere.stop();
  });
});

test.each([
  "nothing.js",
  "front.html",
  "front",
  "package.json",
  "..%2fpackage.json",
  "..%2ffront%2ffront.js",
  "%2e%2e%5cfront.js",
  "front.js%00",
  "Front.js",
])("%s is not one of the pages' files", async (name) => expect((await server.ask(`/demo/${name}`)).status).toBe(404));
