import { readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { runToEnd } from "../kit/run-to-end.ts";
import { sandboxClient } from "../kit/sandbox-client.ts";
import { scratchFolder, serveProcess, type ServingProcess } from "../kit/vitrine-process.ts";
import { freePort } from "../kit/free-port.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));
let folder: Awaited<ReturnType<typeof scratchFolder>>;
let server: ServingProcess;
let port = "";
let sandboxPort = "";

beforeAll(async () => {
  folder = await scratchFolder();
  await symlink(join(repository, "node_modules"), join(folder.path, "node_modules"));
  await writeFile(join(folder.path, "package.json"), "{}");
  [port, sandboxPort] = [String(await freePort()), String(await freePort())];
  const cli = join(repository, "server/bin/vitrine.js");
  server = await serveProcess(["--demo"], { PORT: port, SANDBOX_PORT: sandboxPort, RATE_LIMITS: "off" }, { cli, cwd: folder.path });
});
afterAll(async () => {
  await server.end("SIGTERM");
  await folder.remove();
});

/** Runs a block of the page in the shell of its reader, who keeps the variables of the blocks before. */
async function type(block: string): Promise<string> {
  const script = `[ -f .shell ] && . ./.shell\n${block}\ndeclare -p KEY VARIANT 2>/dev/null >.shell; true`;
  const { stdout, stderr } = await runToEnd("bash", ["-c", script], { cwd: folder.path, env: { PORT: port } });
  return stdout + stderr;
}

const bundle = () => join(folder.path, "bakery.yaml");
async function edit(from: string, to: string): Promise<void> {
  const text = await readFile(bundle(), "utf8");
  expect(text).toContain(from);
  await writeFile(bundle(), text.replace(from, to));
}

/** A shown line as a pattern: keys, ids and times are others each time. */
function patternOf(line: string): RegExp {
  const escaped = line.trim().replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(
    escaped
      .replaceAll("…", "\\w+")
      .replace(/\d{4}-\d\d-\d\dT[\d:]+\\\.\d+Z/, "\\S+")
      .replace(/ +/g, "\\s+"),
  );
}

// needs: embedded. The page begins with the embedded database.
test.runIf(inject("database") === "embedded")("the page works from its first command to its last", { timeout: 600_000 }, async () => {
  const page = (await readFile(join(repository, "docs/build/getting-started.md"), "utf8")).replaceAll(
    "localhost:3000",
    `localhost:${port}`,
  );
  /** What the page tells its reader to do by hand, by the first words of the block before which it is done. */
  const byHand: Readonly<Record<string, () => Promise<string | undefined>>> = {
    "The bundle has 2 mistakes": async () => {
      await edit("props: { title: Bread", "props: { titel: Bread");
      const output = await type("npx vitrine site import bakery.yaml");
      await edit("props: { titel: Bread", "props: { title: Bread");
      return output;
    },
    "npx vitrine site import bakery.yaml\ncurl": async () => {
      if (!hasChanged) await edit("title: Welcome", "title: Good morning");
      return undefined;
    },
    "npx vitrine order list": async () => {
      const sandbox = sandboxClient(`http://localhost:${sandboxPort}`);
      await sandbox.pay(/"checkoutUrl":"([^"]+)"/.exec(output)?.[1] ?? "", "succeeds", { email: "ada@example.com" });
      await sandbox.settled();
      return undefined;
    },
  };
  let output = "";
  let key = "";
  let hasChanged = false;
  let blocks = 0;
  for (const [, language = "", text = ""] of page.matchAll(/^```(\w*)\n(.*?)^```$/gms)) {
    if (text.startsWith("npm ")) continue;
    blocks += 1;
    for (const [beginning, act] of Object.entries(byHand)) {
      if (!text.startsWith(beginning)) continue;
      output = (await act()) ?? output;
      if (beginning.endsWith("curl")) hasChanged = true;
    }
    if (text.includes("/auth/login")) await followMail();
    if (language === "sh") {
      output = await type(text.replace(/^KEY=pk_….*$/m, `KEY=${key}`));
      key = /shown this once: (pk_\w+)/.exec(output)?.[1] ?? key;
      expect(output, text).not.toMatch(/"status":[45]\d\d|error:|command not found/);
    } else if (language === "yaml") {
      const before = text.includes("bundle: 1") ? "" : `${await readFile(bundle(), "utf8")}\n`;
      await writeFile(bundle(), before + text);
    } else if (language === "json") {
      expect(output).toContain(JSON.stringify(JSON.parse(text)));
    } else {
      for (const line of text.split("\n").filter((textLine) => textLine.trim() !== "")) expect(output).toMatch(patternOf(line));
    }
  }
  expect([blocks > 15, hasChanged]).toEqual([true, true]);
  expect(output).toContain("Wrote corner-bakery.yaml.");
});

/** Opens the newest mail, follows its link and presses the button. */
async function followMail(): Promise<void> {
  const link = async () => {
    const { data } = (await (await fetch(`${server.url}/dev/mail.json`)).json()) as { data: { links: string[] }[] };
    return data.flatMap(({ links }) => links).find((address) => address.includes("/verify-email"));
  };
  await expect.poll(link, { timeout: 60_000 }).toBeDefined();
  const address = new URL((await link()) ?? "");
  const body = new URLSearchParams({ token: address.searchParams.get("token") ?? "" });
  expect((await fetch(address, { method: "POST", body })).status).toBe(200);
}
