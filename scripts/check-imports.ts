/** Checks that the imports of server/src, sandbox/src, client/src and studio/src follow the direction in .dependency-cruiser.cjs. */
import { fileURLToPath } from "node:url";
import { cruise, format, type ICruiseResult } from "dependency-cruiser";
import extractDepcruiseOptions from "dependency-cruiser/config-utl/extract-depcruise-options";

// dependency-cruiser reports no violation if it understands nothing.
const fewestModules = { "server/src/": 40, "sandbox/src/": 20, "client/src/": 8, "studio/src/": 60 };

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const { output } = await cruise(Object.keys(fewestModules), await extractDepcruiseOptions("./.dependency-cruiser.cjs"));
const result = output as ICruiseResult;
if (result.summary.violations.length > 0) {
  console.error((await format(result, { outputType: "err-long" })).output);
  process.exitCode = 1;
}
for (const [folder, fewest] of Object.entries(fewestModules)) {
  const modules = result.modules.filter(({ source }) => source.startsWith(folder));
  const imports = modules.flatMap(({ dependencies }) => dependencies);
  const understood = `${imports.length} imports of ${modules.length} modules in ${folder}`;
  if (modules.length >= fewest && imports.length >= modules.length) console.log(`Checked ${understood}.`);
  else {
    console.error(`Only ${understood} were understood: the check misses files.`);
    process.exitCode = 1;
  }
}
