import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { buildIfStale } from "../../studio/build.js";

const folder = fileURLToPath(new URL("../../server/studio/assets/", import.meta.url));
const kB = 1_000;

let files: ReadonlyMap<string, string>;
beforeAll(async () => {
  await buildIfStale();
  files = new Map(
    readdirSync(folder)
      .filter((name) => !/\.(br|gz)$/.test(name))
      .map((name) => [name, readFileSync(join(folder, name), "latin1")]),
  );
});

const textOf = (name: string) => files.get(name) ?? "";

/** The scripts that a script imports when it is loaded, and theirs. */
function withImports(name: string, foundScripts = new Set<string>()): Set<string> {
  if (foundScripts.has(name)) return foundScripts;
  foundScripts.add(name);
  for (const [, imported = ""] of textOf(name).matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g))
    withImports(imported, foundScripts);
  return foundScripts;
}

/** The later loads of a script: by the name of the script, all files that are loaded with it, styles among them. */
function laterLoads(name: string): Map<string, Set<string>> {
  const text = textOf(name);
  const listed = /\.f=\[([^\]]*)\]/.exec(text)?.[1] ?? "";
  const names = [...listed.matchAll(/["'`]\.\/([\w.-]+)["'`]/g)].map(([, file = ""]) => file);
  const loads = text.matchAll(/import\(["'`]\.\/([\w.-]+\.js)["'`]\)(?:,__vite__mapDeps\(\[([\d,]*)\]\))?/g);
  return new Map(
    [...loads].map(([, script = "", places = ""]) => {
      const beside = places
        .split(",")
        .filter(Boolean)
        .map((place) => names[Number(place)] ?? "");
      return [script, new Set([...withImports(script), ...beside])];
    }),
  );
}

function weight(loaded: ReadonlySet<string>, without: ReadonlySet<string> = new Set()): number {
  const countedFiles = [...loaded].filter((name) => !without.has(name));
  return countedFiles.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name))).length, 0);
}

// Of scripts and styles, gzipped: every place that is added has its limit from the start.
test("the studio is light: its first screen, its editor, and each place", () => {
  const page = readFileSync(join(folder, "../index.html"), "utf8");
  const entry = [...page.matchAll(/assets\/([\w.-]+\.(?:js|css))/g)].map(([, name = ""]) => name);
  const start = new Set(entry.flatMap((name) => [...withImports(name)]));
  const later = [...start].flatMap((name) => [...laterLoads(name)]);
  const [mount] = later.filter(([name]) => name.startsWith("mount-")).map(([, loaded]) => loaded);
  const english = later.find(([name]) => name.startsWith("en-"))?.[1] ?? new Set(["missing"]);
  expect(mount).toBeDefined();
  const shell = new Set([...start, ...(mount ?? []), ...english]);
  const places = new Map([...(mount ?? [])].flatMap((name) => [...laterLoads(name)]));
  const named = (beginning: string) => [...places].find(([name]) => name.startsWith(beginning))?.[1] ?? new Set(["missing"]);
  const first = new Set([...shell, ...named("overview-")]);
  const [editor, entryEditor] = [named("page-editor-"), named("entry-editor-")];
  const others = [...places].filter(([name]) => !/^(?:page-editor|entry-editor|overview)-/.test(name));
  expect(others.length).toBeGreaterThan(9);

  // Parts of the component library that several places use come once: tables, menus, fields.
  const uses = (name: string) => [...places.values()].filter((loaded) => loaded.has(name)).length;
  const shared = new Set([...places.values()].flatMap((loaded) => [...loaded]).filter((name) => !first.has(name) && uses(name) >= 4));
  const loadedFiles = new Set([...first, ...shared]);
  const weights = {
    first: weight(first),
    editors: [weight(editor, first), weight(entryEditor, first)],
    shared: weight(shared),
    heaviest: Math.max(...others.map(([, loaded]) => weight(loaded, first))),
    places: Object.fromEntries(others.map(([name, loaded]) => [name.replace(/-[\w-]{8}\.js$/, ""), weight(loaded, loadedFiles)])),
  };
  console.info(`The studio, gzipped: ${JSON.stringify(weights)}`);
  expect(weights.first).toBeLessThan(200 * kB);
  expect(Math.max(...weights.editors)).toBeLessThan(300 * kB);
  // With the shared parts, as somebody downloads it who goes there first.
  expect(weights.heaviest).toBeLessThan(200 * kB);
  expect(Object.entries(weights.places).filter(([, bytes]) => bytes > 60 * kB)).toEqual([]);
});
