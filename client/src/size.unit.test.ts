import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";

/** As in the page of a shop's own bundler. */
async function bundle(contents: string) {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL(".", import.meta.url)), loader: "ts" },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2022",
    platform: "browser",
    metafile: true,
  });
  return { gzipped: gzipSync(outputFiles[0]!.contents, { level: 9 }).length, inputs: Object.keys(metafile.inputs) };
}

const everything = 'export * from "./index.ts"; export * from "./webhook.ts";';

test("the whole client is under 6 kB, gzipped", async () => {
  expect((await bundle(everything)).gzipped).toBeLessThan(6_144);
});

test("the admin client is under 12 kB, gzipped, and no other bundle contains any of it", async () => {
  const [admin, others] = await Promise.all(['export * from "./admin.ts";', everything].map(bundle));
  expect(admin!.gzipped).toBeLessThan(12_288);
  expect(admin!.inputs.filter((name) => name.includes("/admin-")).length).toBeGreaterThan(3);
  expect(others!.inputs.filter((name) => name.includes("/admin"))).toEqual([]);
  // The types and the table of the public API are not in it either.
  expect(admin!.inputs).not.toContain("client/src/generated.ts");
});

test("a bundle that uses no webhooks does not contain them", async () => {
  const [whole, page] = await Promise.all([everything, 'export { createClient, isVitrineError } from "./index.ts";'].map(bundle));
  expect(page!.gzipped).toBeLessThan(whole!.gzipped - 700);
  // As its README says.
  expect(page!.gzipped).toBeLessThan(4_000);
});

test("the client has no dependencies", async () => {
  const { inputs } = await bundle(everything);
  expect(inputs.filter((name) => name !== "<stdin>").length).toBeGreaterThan(8);
  for (const name of inputs) expect(name).toMatch(/^(<stdin>|client\/src\/[\w-]+\.ts)$/);
});
