import { explain } from "./explain.ts";
import { startSandbox } from "./bootstrap/start-sandbox.ts";

export interface SandboxCommandOptions {
  port: number;
  folder?: string;
  webhook?: string;
  webhookSecret?: string;
}

/** Runs the sandbox payment processor until it is asked to stop. */
export async function sandboxMain({ port, folder, webhook, webhookSecret }: SandboxCommandOptions): Promise<void> {
  const asked = new Promise<void>((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => resolve());
  });
  try {
    if ((webhook === undefined) !== (webhookSecret === undefined)) throw new Error("--webhook and --webhook-secret go together.");
    const endpoints = webhook === undefined || webhookSecret === undefined ? [] : [{ url: webhook, secret: webhookSecret }];
    const sandbox = await startSandbox({
      port,
      host: "127.0.0.1",
      ...(folder === undefined ? {} : { folder }),
      endpointsOf: async () => endpoints,
      onFailure: (line) => void process.stderr.write(`${line}\n`),
    });
    process.stdout.write(`The sandbox processor is ready at ${sandbox.url}\nStart Vitrine with PROCESSOR_API_URL=${sandbox.url}\n`);
    await asked;
    await sandbox.close();
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  }
}
