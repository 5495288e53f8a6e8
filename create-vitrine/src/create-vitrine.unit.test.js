import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parse } from "yaml";
import { readArguments } from "./arguments.js";
import { CreateError } from "./create-error.js";
import { nameOf, slugOf } from "./names.js";
import { requireFreePorts } from "./ports.js";
import { makeProject } from "./project.js";
import { siteConfigText } from "./site-config.js";

const ports = { storefront: 4000, vitrine: 3000, sandbox: 3001 };
let folder;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "create-vitrine-"));
});
afterEach(() => rm(folder, { recursive: true }));

test("reads what was typed, and names what it does not understand", () => {
  expect(readArguments(["my-shop"])).toEqual({ folder: "my-shop", help: false, install: true, start: true, ports });
  expect(readArguments(["my-shop", "--no-install"])).toMatchObject({ install: false, start: false });
  expect(readArguments(["my-shop", "--no-start", "--port", "4100", "--vitrine-port", "4200"])).toMatchObject({
    install: true,
    start: false,
    ports: { storefront: 4100, vitrine: 4200, sandbox: 4201 },
  });
  for (const wrong of [
    ["a", "b"],
    ["a", "--colour"],
    ["a", "--port", "many"],
    ["a", "--port", "0"],
    ["a", "--vitrine-port", "65535"],
  ])
    expect(() => readArguments(wrong), wrong.join(" ")).toThrow(CreateError);
});

test("makes a slug and a name of any folder's name", () => {
  expect(["Corner Bakery", "Café  Zürich!", "Cafe\u0301", "Łódź", "Чайная", "a", "---", "x".repeat(60)].map(slugOf)).toEqual([
    "corner-bakery",
    "cafe-zurich",
    "cafe",
    "lodz",
    "chaynaya",
    "my-a",
    "my-shop",
    "x".repeat(40),
  ]);
  expect(nameOf("corner-bakery")).toBe("Corner bakery");
});

test("says which port is in use, and which option chooses another", async () => {
  const server = createServer().listen(0);
  await once(server, "listening");
  const { port } = server.address();
  await expect(requireFreePorts({ storefront: port })).rejects.toThrow(`Port ${port}, for the storefront, is in use.`);
  server.close();
  await once(server, "close");
  await requireFreePorts({ storefront: port });
  await expect(requireFreePorts({ storefront: port, vitrine: port })).rejects.toThrow("cannot both have port");
});

test("writes a storefront and a site that fit each other", async () => {
  const shop = join(folder, "corner-bakery");
  await makeProject(shop, ports, undefined);
  const read = (name) => readFile(join(shop, name), "utf8");

  const bundle = parse(await read("site/site.yaml"));
  expect(bundle.site).toMatchObject({ slug: "corner-bakery", name: "Corner bakery", locales: ["en"] });
  expect(bundle.site.storefrontUrl).toBe("http://localhost:4000");
  expect(bundle.site.settings).toMatchObject({ checkout: { totals: "rules" }, orders: { confirmationMail: true } });
  expect(await read("site/site.yaml")).toMatch(/^# yaml-language-server: \$schema=\.\.\/node_modules\/vitrine\/bundle\.schema\.json\n/);
  expect(bundle.entries.find(({ contentType }) => contentType === "settings").data.title).toBe("Corner bakery");
  const key = bundle.apiKeys[0].key;
  expect(key).toMatch(/^pk_[0-9A-Za-z]{32}$/);
  expect(await read(".env")).toContain(`VITRINE_API_KEY=${key}\n`);
  expect(bundle.products.length).toBeGreaterThan(0);
  expect(bundle.pages.length).toBeGreaterThan(0);
  expect(await read("site.config.ts")).toContain('name: "Corner bakery"');
  const { version } = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8"));
  expect(JSON.parse(await read("package.json"))).toMatchObject({
    name: "corner-bakery",
    dependencies: { vitrine: version, "@vitrine/client": version },
    scripts: { dev: "node dev.js" },
  });
  expect(await read(".gitignore")).toContain(".env\n");
  expect(await read("README.md")).not.toContain("{{");
  await expect(stat(join(shop, "package-lock.json"))).rejects.toThrow("ENOENT");
  await expect(stat(join(shop, "node_modules"))).rejects.toThrow("ENOENT");
});

test("has a component for each block type of the site that it writes", async () => {
  const shop = join(folder, "shop");
  await makeProject(shop, ports, undefined);
  const { blockTypes } = parse(await readFile(join(shop, "site/site.yaml"), "utf8"));
  for (const { type } of blockTypes) await stat(join(shop, `components/blocks/${type}.tsx`));
});

test("leaves a folder alone in which something is", async () => {
  await writeFile(join(folder, "diary.txt"), "mine");
  await expect(makeProject(folder, ports, undefined)).rejects.toThrow("is not empty");
  await expect(stat(join(folder, "package.json"))).rejects.toThrow("ENOENT");
});

test("notices a configuration that it cannot change", () => {
  expect(() => siteConfigText("export const site = {};", "Shop")).toThrow("site.config.ts has nothing like");
});
