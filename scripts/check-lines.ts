/** Checks that no file is longer than it takes to read: an operation 150 lines, any other 400. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const operation = /^server\/src\/features\/[^/]+\/(public|admin)\/(?!.*\.(test|proof)\.ts$)/;
const generated = ["client/src/generated.ts", "client/src/admin-generated.ts"];

// An empty result is not a success.
const fewestFiles = 400;

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate", "*.ts", "*.tsx"], {
  encoding: "utf8",
});
const files = listed.split("\n").filter((name) => name !== "" && !generated.includes(name));
const complaints = files.flatMap((name) => {
  const most = operation.test(name) ? 150 : 400;
  const lines = readFileSync(name, "utf8").split("\n").length - 1;
  return lines > most ? [`${name} has ${lines} lines; the limit is ${most}. Move one domain concept out of it.`] : [];
});
if (files.length < fewestFiles) complaints.push(`Only ${files.length} files were found: the check misses files.`);
for (const complaint of complaints) console.error(complaint);
if (complaints.length === 0) console.log(`Checked the lines of ${files.length} files.`);
process.exitCode = complaints.length > 0 ? 1 : 0;
