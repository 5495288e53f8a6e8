import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { siteBase, SiteParams } from "../../../../lib/admin/site-path.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { problem, ProblemError, siteNotFound } from "../../../../lib/http/problem.ts";
import { hostDatabase } from "../../../../lib/threads/hosted-database.ts";
import { ThreadExcess } from "../../../../lib/threads/threads.ts";
import { bundleProgram, type ExportJob, type ExportResult } from "../bundle-jobs.ts";

const notAcceptable = problem("not_acceptable", 406, "This representation is not available");

/** Answers a whole site as a bundle. */
export const exportSite = operation(
  {
    id: "exportSite",
    method: "GET",
    path: `${siteBase}/bundle`,
    access: "member",
    permission: "bundle:read",
    cors: "closed",
    problems: [notAcceptable],
    tags: ["Sites"],
    summary: "Export the site as a bundle",
    description:
      "All but orders, customers, submissions, people and files, in one moment, as JSON; with `Accept: application/yaml` as YAML. It has no secrets: secret " +
      "settings of plugins and API keys are left out.",
    params: SiteParams,
    response: { 200: Type.Record(Type.String(), Type.Unknown()) },
    textForms: ["application/yaml"],
    unserialised: true,
  },
  ({ sql, secrets, threads }: Pick<Deps, "sql" | "secrets" | "threads">) =>
    async ({ site: { slug }, headers }, reply) => {
      const format = /\byaml\b/i.test(headers.accept ?? "") ? "yaml" : "json";
      const database = hostDatabase(sql);
      const input: ExportJob = { kind: "export", slug, format, keys: secrets.keys() };
      const result = await threads
        .run<ExportResult>({ program: bundleProgram, whose: slug, input, host: database.functions })
        .catch((error: unknown) => {
          if (!(error instanceof ThreadExcess)) throw error;
          return { excess: `takes more than ${error.limit}` };
        })
        .finally(() => database.close());
      if (!result) throw new ProblemError(siteNotFound);
      if ("excess" in result) throw new ProblemError(notAcceptable, { detail: describeExcess(result.excess, format) });
      void reply.header("content-disposition", `attachment; filename="${slug}.${format}"`);
      void reply.type(format === "yaml" ? "application/yaml; charset=utf-8" : "application/json; charset=utf-8");
      return reply.send(Buffer.from(result.text.buffer)) as unknown as Record<string, unknown>;
    },
);

function describeExcess(excess: string, format: "yaml" | "json"): string {
  const instead = format === "yaml" ? "Ask for JSON" : "Use `vitrine site export`";
  return `The site is too large to be exported here: it ${excess}. ${instead}.`;
}
