/** Checks that the imports of server/src point the way that .dependency-cruiser.cjs says. */
import { fileURLToPath } from "node:url";
import { cruise, format, type ICruiseResult } from "dependency-cruiser";
import extractDepcruiseOptions from "dependency-cruiser/config-utl/extract-depcruise-options";

// Understanding nothing is no violation to dependency-cruiser.
const fewestModules = 40;

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const { output } = await cruise(["server/src"], await extractDepcruiseOptions("./.dependency-cruiser.cjs"));
const result = output as ICruiseResult;
const modules = result.modules.filter(({ source }) => source.startsWith("server/src/"));
const imports = modules.flatMap(({ dependencies }) => dependencies);
if (result.summary.violations.length > 0) {
  console.error((await format(result, { outputType: "err-long" })).output);
  process.exitCode = 1;
} else if (modules.length < fewestModules || imports.length < modules.length) {
  console.error(`Only ${modules.length} modules with ${imports.length} imports were understood: the check does not see what it should.`);
  process.exitCode = 1;
} else {
  console.log(`Checked ${imports.length} imports of ${modules.length} modules.`);
}
