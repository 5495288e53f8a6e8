#!/usr/bin/env node
// Before anything else is loaded: an older Node fails somewhere in the middle.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `Vitrine needs Node 20.19 or newer, and this is ${process.versions.node}. Install a newer one from https://nodejs.org.\n`,
  );
  process.exit(1);
}

const { main } = await import("../src/main.js");
process.exitCode = await main(process.argv.slice(2));
