#!/usr/bin/env node
// A checkout runs from source, so that nothing needs building; the published package holds only `dist`.
import { existsSync } from "node:fs";

const source = new URL("../src/cli.ts", import.meta.url);
if (existsSync(source)) {
  if (!process.features.typescript) (await import("tsx/esm/api")).register();
  await import(source.href);
} else {
  await import("../dist/cli.js");
}
