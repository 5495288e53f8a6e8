import { readdir, readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { demoFile } from "./demo-file.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ local: true });
});
afterAll(() => server.stop());

test("the server returns every picture", async () => {
  const files = await readdir(demoFile("illustrations/"));
  expect(files.length).toBeGreaterThan(100);
  for (const file of files) {
    const { status, text, headers } = await server.ask(`/demo/illustrations/${file}`, { headers: { origin: "https://shop.example" } });
    expect([file, status, text]).toEqual([file, 200, await readFile(demoFile(`illustrations/${file}`), "utf8")]);
    expect(headers.get("content-type")).toBe("image/svg+xml; charset=utf-8");
    expect(headers.get("cache-control")).toBe("public, max-age=86400");
    expect(headers.get("access-control-allow-origin")).toBe("*");
  }
});

const picture = "fjell-chair-oak.svg";
test.each([
  ["another name", "fjell-chair-beige.svg"],
  ["no ending", "fjell-chair-oak"],
  ["another ending", "fjell-chair-oak.svg.ts"],
  ["nothing before the ending", ".svg"],
  ["capital letters", "Fjell-Chair-Oak.svg"],
  ["a way up to itself", `..%2fillustrations%2f${picture}`],
  ["a way up", "..%2f..%2fserver%2fpackage.json"],
  ["a way up with a backslash", `..%5cillustrations%5c${picture}`],
  ["a way up to a picture", "..%2f..%2f..%2f..%2fetc%2fhosts.svg"],
  ["dots encoded twice", `%252e%252e%252fillustrations%252f${picture}`],
  ["an absolute path", "%2fetc%2fpasswd"],
  ["an absolute path of a picture", encodeURIComponent(demoFile(`illustrations/${picture}`).pathname)],
  ["a URL", encodeURIComponent(demoFile(`illustrations/${picture}`).href)],
  ["a byte that ends a path", "fjell-chair-oak%00.svg"],
  ["a byte that ends a path, after it", `${picture}%00`],
  ["a line's end", `${picture}%0a`],
  ["a name longer than any file's", `${"a".repeat(300)}.svg`],
  ["a name longer than any parameter's", `${"a".repeat(2_000)}.svg`],
])("%s leads to no picture", async (_, name) => {
  const { status, headers } = await server.ask(`/demo/illustrations/${name}`);
  expect(headers.get("content-type")).not.toContain("svg");
  expect(status).toBe(404);
});
