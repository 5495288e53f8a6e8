#!/usr/bin/env node
// A checkout builds itself when its sources have changed; the published package holds only the build.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

// Before anything is loaded or written: an older Node fails somewhere in the middle.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `Vitrine needs Node 20.19 or newer, and this is ${process.versions.node}. Install a newer one from https://nodejs.org.\n`,
  );
  process.exit(1);
}

if (existsSync(new URL("../src/", import.meta.url))) {
  try {
    await (await import("../build.js")).buildIfStale();
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
// The studio is built beside the server that starts: its page says so, and loads again.
const studio = new URL("../../studio/build.js", import.meta.url);
if (process.argv[2] === "serve" && existsSync(new URL("src/", studio))) {
  const { isStale } = await import(studio.href);
  if (isStale()) spawn(process.execPath, [fileURLToPath(studio), "--if-stale"], { stdio: ["ignore", "ignore", "inherit"] }).unref();
}
await import("../dist/cli.js");
