import { spawn } from "node:child_process";
import { once } from "node:events";
import { CreateError } from "./create-error.js";

/** Runs a program to its end, with its output on the terminal. */
export async function run(program, args, cwd) {
  // On Windows, npm is a script, which only a shell can start.
  const child = spawn(program, args, { cwd, stdio: "inherit", shell: program === "npm" && process.platform === "win32" });
  // Ctrl+C reaches the child as well, another signal does not. In both cases the child ends, and this program after it.
  const wait = () => undefined;
  const pass = () => child.kill("SIGTERM");
  process.on("SIGINT", wait).on("SIGTERM", pass);
  const [code, signal] = await once(child, "close");
  process.off("SIGINT", wait).off("SIGTERM", pass);
  if (code !== 0 && signal !== "SIGINT" && signal !== "SIGTERM")
    throw new CreateError(`\`${[program, ...args].join(" ")}\` failed in ${cwd}. Its output above says why.`);
}
