import { pino } from "pino";
import { readConfig } from "./config.ts";
import { demoGreeting, prepareDemo } from "./demo.ts";
import { explain } from "./explain.ts";
import { serve } from "./serve.ts";

/** How long a stop may take before the process ends all the same. */
const stopWithinMs = 9_500;

/** Runs the server until it is asked to stop. Never resolves while it runs; ends the process with 0 after a clean stop, else 1. */
export async function main({ demo }: { demo: boolean }): Promise<void> {
  try {
    const config = readConfig(process.env);
    const people = demo && process.stdout.isTTY;
    const log = pino(
      { level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime },
      pino.destination({ dest: people ? 2 : 1, sync: false }),
    );
    const { address, stop } = await serve(config, log, demo ? { prepare: prepareDemo } : {});
    log.info({ port: address.port, host: address.address, database: config.database.kind }, "listening");
    if (demo) process.stdout.write(`${demoGreeting(config.port === 0 ? `http://localhost:${address.port}` : config.publicUrl)}\n`);

    const end = (signal: string) => {
      log.info({ signal }, "stopping");
      const giveUp = setTimeout(() => process.exit(1), stopWithinMs);
      void stop().then(() => {
        clearTimeout(giveUp);
        log.info("stopped");
        log.flush(() => process.exit(0));
      });
    };
    process.once("SIGTERM", end);
    process.once("SIGINT", end);
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = 1;
  }
}
