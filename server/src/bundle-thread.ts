import { systemIds } from "./adapters/system.ts";
import { runExport, runImport, type BundleJob } from "./features/content/bundle/index.ts";
import { databaseOf } from "./lib/threads/hosted-database.ts";
import { serveThread, Transferred } from "./lib/threads/serve-thread.ts";

serveThread(async (input, call) => {
  const job = input as BundleJob;
  const sql = databaseOf(call);
  if (job.kind === "import") return runImport({ sql, ids: systemIds, demandSecrets: () => call("demandSecrets") }, job);
  const result = await runExport({ sql }, job);
  return result && "text" in result ? new Transferred(result, [result.text.buffer]) : result;
});
