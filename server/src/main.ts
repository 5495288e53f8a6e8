import { pino } from "pino";
import type { CommandContext } from "./commands/command.ts";
import { readConfig } from "./config.ts";
import { demoGreeting, prepareDemo } from "./demo.ts";
import { explain } from "./explain.ts";
import { serve } from "./serve.ts";

/** How long a stop may take before the process ends all the same. */
const stopWithinMs = 9_500;

/** Runs the server until it is asked to stop. Never resolves while it runs; ends the process with 0 after a clean stop, else 1. */
export async function main({ demo }: { demo: boolean }): Promise<void> {
  // Heard from the first moment on: a stop that comes while the server starts is carried out once it has.
  const asked = new Promise<NodeJS.Signals>((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, resolve);
  });
  try {
    const config = readConfig(process.env);
    const people = demo && process.stdout.isTTY;
    const log = pino(
      { level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime },
      pino.destination({ dest: people ? 2 : 1, sync: false }),
    );
    const prepared: { previewToken?: string | undefined } = {};
    const prepare = async (context: CommandContext) => void Object.assign(prepared, await prepareDemo(context));
    const { address, sandboxUrl, stop } = await serve(config, log, demo ? { prepare } : {});
    log.info({ port: address.port, host: address.address, database: config.database.kind }, "listening");
    const url = config.port === 0 ? `http://localhost:${address.port}` : config.publicUrl;
    const showsMails = config.mail.kind === "catcher" && config.mail.page;
    const showsShop = config.database.kind === "embedded";
    const { previewToken } = prepared;
    const takesSignups = config.signup === "on";
    if (demo) process.stdout.write(`${demoGreeting(url, { showsMails, showsShop, sandboxUrl, previewToken, takesSignups })}\n`);

    log.info({ signal: await asked }, "stopping");
    const giveUp = setTimeout(() => process.exit(1), stopWithinMs);
    await stop();
    clearTimeout(giveUp);
    log.info("stopped");
    log.flush(() => process.exit(0));
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    // Not only the exit code: whoever asked to stop meanwhile would wait for nothing.
    process.exit(1);
  }
}
