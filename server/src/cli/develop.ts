import { once } from "node:events";
import { watch } from "node:fs";
import { createConnection } from "node:net";
import { basename, dirname, resolve } from "node:path";
import { pino } from "pino";
import { controlSocketPath } from "../adapters/data-folder.ts";
import { openBrowser } from "../adapters/open-browser.ts";
import { plainLog } from "../adapters/plain-log.ts";
import { systemClock } from "../adapters/system.ts";
import { callServer } from "../bootstrap/control-socket.ts";
import type { Config } from "../config.ts";
import { errorLines, readWellFormedBundle, type BundleValidationError, type BundlePart } from "../features/content/bundle/index.ts";
import { prepareSignIn } from "../first-sign-in.ts";
import { readText } from "../lib/cli/arguments.ts";
import { CommandError, type CommandContext } from "../lib/cli/command.ts";
import type { Tally } from "../lib/observing/tally.ts";

/** Editors write a file in several steps. */
const settleMs = 80;
/** Swap files, backups and what version control keeps. */
const notWritten = /^\.|~$|^#|\.(swp|swx|tmp|part)$/;

interface Imported {
  site: string;
  sections: Readonly<Record<string, Tally>>;
  warnings: readonly BundleValidationError[];
  newKeys: readonly { key: string }[];
  viewers?: { pages: string; shop: string };
}

/**
 * Imports the bundle, or a part of it, now and whenever it or a file beside it is saved, until a signal comes. Mistakes are printed, and shown by the open
 * pages of the viewers. Uses the server that runs on this DATA_DIR, or starts one.
 */
export async function develop(
  file: string,
  config: Config,
  { open, ...importing }: { open: boolean; overwrite: boolean; only?: BundlePart },
): Promise<void> {
  if (config.database.kind !== "embedded")
    throw new CommandError("`vitrine dev` works on the embedded database. Unset DATABASE_URL, and set DATA_DIR if you keep several.");
  // Before a server starts: a wrong name is the likeliest mistake.
  await readText(file);
  const server = ownServer(config);
  const stopped = new Promise<void>((stop) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop());
  });
  await server.ensure();
  const socket = controlSocketPath(config.dataDir);

  let isShown = false;
  const importNow = async () => {
    try {
      await server.ensure();
      // The file is what counts here, also for what was sold from a sandbox.
      const input = { text: await readText(file), file: basename(file), dryRun: false, setStock: true, ...importing };
      const imported = (await callServer(socket, { command: "site import", input }, () => undefined)) as Imported;
      report([`${basename(file)} is imported: ${changesOf(imported)}`, ...errorLines(imported.warnings)].join("\n"));
      if (!isShown && imported.viewers) {
        const { pages, shop } = imported.viewers;
        const addresses = [
          `  Pages        ${pages}`,
          `  Shop         ${shop}`,
          ...(await studioLines(socket, imported.site, new URL(pages).origin)),
        ];
        const key = imported.newKeys[0]?.key ?? bundleKey(input.text);
        if (key !== undefined) addresses.push(`  API key      ${key}`);
        process.stdout.write(`\n${addresses.join("\n")}\n\nSave ${file} to see a change. Stop with Ctrl+C.\n\n`);
        if (open) openBrowser(pages);
        isShown = true;
      }
    } catch (error) {
      report((error as Error).message);
    }
  };

  const watching = onSave(dirname(resolve(file)), importNow);
  watching.now();
  await stopped;
  await watching.close();
  await server.stop();
}

/** A link that signs in to the studio of the site; without one, where the studio is. */
async function studioLines(socket: string, site: string, url: string): Promise<string[]> {
  try {
    const { link } = (await callServer(socket, { command: "admin sign-in", input: { site } }, () => undefined)) as { link: string };
    return [`  Studio       ${link}`, "               This link signs in once, within a day."];
  } catch {
    return [`  Studio       ${url}/studio/sites/${site}`];
  }
}

/** The first key that a bundle names. */
function bundleKey(text: string): string | undefined {
  return readWellFormedBundle(text).apiKeys?.find(({ key }) => key !== undefined)?.key;
}

function report(text: string): void {
  process.stdout.write(`${systemClock.now().toTimeString().slice(0, 8)} ${text}\n`);
}

function changesOf({ sections }: Imported): string {
  const changes = Object.entries(sections).flatMap(([name, { created, updated }]) => {
    const counts = [...(created > 0 ? [`${created} created`] : []), ...(updated > 0 ? [`${updated} updated`] : [])];
    return counts.length > 0 ? [`${name} ${counts.join(", ")}`] : [];
  });
  return changes.length > 0 ? changes.join("; ") : "nothing changed";
}

/** Calls `work` after a file of the folder was written, and `now`; once more after its end if one was written meanwhile. */
function onSave(folder: string, work: () => Promise<void>): { now(): void; close(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isDue = false;
  const run = () => {
    if (running) {
      isDue = true;
      return;
    }
    running = work().finally(() => {
      running = undefined;
      if (isDue) run();
    });
    isDue = false;
  };
  // The folder, not the file: many editors save by putting a new file in the place of the old one.
  const watcher = watch(folder, (_event, name) => {
    if (name === null || notWritten.test(name)) return;
    clearTimeout(timer);
    timer = setTimeout(run, settleMs);
  });
  return {
    now: run,
    close: async () => {
      watcher.close();
      clearTimeout(timer);
      isDue = false;
      await running;
    },
  };
}

/** A server on the DATA_DIR of the settings: the one that runs there, or one inside this process. */
function ownServer(config: Config): {
  ensure(): Promise<void>;
  stop(): Promise<void>;
} {
  let stop: (() => Promise<void>) | undefined;
  return {
    ensure: async () => {
      if (stop || (await isServing(config))) return;
      const { serve } = await import("../bootstrap/serve.ts");
      const log = pino({ level: "warn", base: null, timestamp: pino.stdTimeFunctions.isoTime }, plainLog(process.stderr));
      report(`No server runs on ${config.dataDir}: starting one on port ${config.port}.`);
      const prepare = async (context: CommandContext) => {
        const signIn = await prepareSignIn(config, context, false);
        return { demo: undefined, printsSignIn: signIn?.kind === "link" };
      };
      ({ stop } = await serve(config, log, { prepare }));
    },
    stop: async () => stop?.(),
  };
}

async function isServing({ dataDir }: Config): Promise<boolean> {
  const socket = createConnection(controlSocketPath(dataDir));
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
