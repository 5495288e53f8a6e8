import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { lockErrors, type LockedPackage, type LockFile } from "../../scripts/lock-errors.ts";

const lock = JSON.parse(readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8")) as LockFile;
const errorsWith = (changes: Readonly<Record<string, LockedPackage | undefined>>, optionsOf: () => Record<string, string> = () => ({})) => {
  const packages = Object.entries({ ...lock.packages, ...changes }).filter(
    (entry): entry is [string, LockedPackage] => entry[1] !== undefined,
  );
  return lockErrors({ packages: Object.fromEntries(packages) }, optionsOf).errors;
};
const changed = (folder: string, changes: LockedPackage) => ({ [folder]: { ...lock.packages[folder], ...changes } });

test("the lock file has the builds of every native package that the server runs on, for every platform", () => {
  expect(errorsWith({})).toEqual([]);
  const libc = ["", "musl"];
  const platforms = [...["darwin-arm64", "darwin-x64", "win32-x64"], ...libc.flatMap((of) => [`linux${of}-x64`, `linux${of}-arm64`])];
  for (const platform of platforms) expect(lock.packages).toHaveProperty([`node_modules/@img/sharp-${platform}`]);
  const argon2 = ["darwin-arm64", "darwin-x64", "win32-x64-msvc", "linux-x64-gnu", "linux-x64-musl", "linux-arm64-gnu", "linux-arm64-musl"];
  for (const platform of argon2) expect(lock.packages).toHaveProperty([`node_modules/@node-rs/argon2-${platform}`]);
  for (const platform of ["darwin-arm64", "linux-arm64", "linux-x64", "win32-x64"])
    expect(lock.packages).toHaveProperty([`node_modules/@esbuild/${platform}`]);
});

test("a build that is missing, another version of it, an address and a missing hash are faults", () => {
  expect(errorsWith({ "node_modules/@img/sharp-linuxmusl-arm64": undefined })).toEqual([
    expect.stringMatching(/^node_modules\/sharp wants @img\/sharp-linuxmusl-arm64 /),
  ]);
  expect(errorsWith({ "node_modules/@img/sharp-libvips-darwin-x64": undefined }).join()).toContain("@img/sharp-libvips-darwin-x64");
  expect(errorsWith(changed("node_modules/@node-rs/argon2-win32-x64-msvc", { version: "1.0.0" }))).toEqual([
    expect.stringContaining("and the lock has 1.0.0"),
  ]);
  expect(errorsWith(changed("node_modules/pg", { resolved: "https://mirror.example/pg.tgz" }))).toEqual([
    "node_modules/pg has an address: remove its `resolved`.",
  ]);
  expect(errorsWith({ "node_modules/a/node_modules/b": { version: "1.0.0" } })).toEqual([expect.stringContaining("no `integrity`")]);
});

test("a lock that has forgotten what a package wants is compared with the package", () => {
  const { optionalDependencies: _, ...forgetful } = lock.packages["node_modules/esbuild"] as LockedPackage;
  const changes = { "node_modules/esbuild": forgetful, "node_modules/@esbuild/linux-arm64": undefined };
  expect(errorsWith(changes)).toEqual([]);
  const { errors } = lockErrors({ packages: { "node_modules/esbuild": forgetful } }, () => ({ "@esbuild/linux-arm64": "0.28.2" }));
  expect(errors).toEqual([expect.stringContaining("which the lock lacks")]);
});

test("a build is looked for as Node does: beside the package first", () => {
  const ownPackage = { version: "2.0.0", integrity: "sha512-x" };
  const wanting = { version: "1.0.0", integrity: "sha512-x", optionalDependencies: { build: "2.0.0" } };
  const at = (folder: string) =>
    lockErrors({ packages: { "node_modules/a/node_modules/b": wanting, [folder]: ownPackage } }, () => undefined).errors;
  for (const folder of ["node_modules/build", "node_modules/a/node_modules/build", "node_modules/a/node_modules/b/node_modules/build"])
    expect(at(folder)).toEqual([]);
  expect(at("node_modules/c/node_modules/build").length).toBe(1);
});
