// Run by `npm ci`: builds the server and the studio, so that the first start is as fast as the others, and the client, so that a checkout can
// import it by its name, as its README and the guides do.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const run = (...args) => execFileSync(process.execPath, args, { stdio: "inherit" });
const compiler = at("node_modules/typescript/bin/tsc");
// The tools are not there in an installation for production, nor the sources in a layer of an image.
if (existsSync(compiler) && existsSync(at("server/src"))) run(at("server/build.js"));
if (existsSync(compiler) && existsSync(at("client/src"))) run(compiler, "-p", at("client/tsconfig.build.json"));
if (existsSync(at("node_modules/vite")) && existsSync(at("studio/src"))) run(at("studio/build.js"), "--if-stale");
