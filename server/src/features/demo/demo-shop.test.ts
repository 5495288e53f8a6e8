import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServer, type TestServer } from "../../../../test/harness.ts";
import { demoApiKey } from "../../demo.ts";

const files = ["/demo/shop", "/demo/shop.js", "/demo/shop.css"];
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ local: true, publicUrl: "http://dev.example:3000/base" });
});
afterAll(() => server.stop());

describe("the demo shop", () => {
  test("is a page, a script and styles, which may ask this server and nobody else", async () => {
    const answers = await Promise.all(files.map((path) => server.ask(path)));
    expect(answers.map(({ status, headers }) => [status, headers.get("content-type")])).toEqual([
      [200, "text/html; charset=utf-8"],
      [200, "text/javascript; charset=utf-8"],
      [200, "text/css; charset=utf-8"],
    ]);
    for (const { headers } of answers) {
      expect(headers.get("access-control-allow-origin")).toBeNull();
      expect(headers.get("content-security-policy")).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' http://dev.example:3000; connect-src 'self'; " +
          "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      );
    }
  });

  test("works below any path, and is led to without the slash that its links could not bear", async () => {
    const { text } = await server.ask("/demo/shop");
    const links = [...text.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link]) => link);
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter((link) => /^(\/|https?:)/.test(link ?? ""))).toEqual([]);
    // Nothing of the page is written into it where the policy would not let it work.
    expect(text).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*src=)/);
    const { status, headers } = await server.ask("/demo/shop/?paid", { redirect: "manual" });
    expect([status, headers.get("location")]).toEqual([308, "../shop"]);
  });

  test("shows the demo site", async () => {
    const script = await readFile(new URL("../../../demo/shop/shop.js", import.meta.url), "utf8");
    expect((await server.ask("/demo/shop.js")).text).toBe(script);
    expect(script).toContain(`"${demoApiKey}"`);
  });

  test("is not served, nor described, where the server is not somebody's own machine", async () => {
    const description = await server.ask("/openapi.json");
    expect(description.text).not.toContain("/demo/shop");
    const elsewhere = await startServer();
    for (const path of files) expect((await elsewhere.ask(path)).status).toBe(404);
    await elsewhere.stop();
  });
});
