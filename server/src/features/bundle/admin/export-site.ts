import { Type } from "typebox";
import type { Deps } from "../../../deps.ts";
import { siteBase, SiteParams } from "../../../lib/admin/site-path.ts";
import { operation } from "../../../lib/http/operation.ts";
import { problem, ProblemError, siteNotFound } from "../../../lib/http/problem.ts";
import { bundleTurns } from "../bundle-turns.ts";
import { exportBundle } from "../export-bundle.ts";
import { yamlExcess } from "../read-yaml.ts";

const notAcceptable = problem("not_acceptable", 406, "The data cannot be had in this form");

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
  ({ sql, secrets }: Pick<Deps, "sql" | "secrets">) =>
    async ({ site: { slug }, headers }, reply) => {
      const format = /\byaml\b/i.test(headers.accept ?? "") ? "yaml" : "json";
      const text = await bundleTurns.run(slug, () => exportBundle({ sql, secrets }, slug, { format, withSecrets: false }));
      if (text === undefined) throw new ProblemError(siteNotFound);
      const excess = format === "yaml" ? yamlExcess(text) : undefined;
      if (excess) throw new ProblemError(notAcceptable, { detail: `No import reads the site's YAML: it ${excess.message}. Ask for JSON.` });
      void reply.header("content-disposition", `attachment; filename="${slug}.${format}"`);
      void reply.type(format === "yaml" ? "application/yaml; charset=utf-8" : "application/json; charset=utf-8");
      return reply.send(text) as unknown as Record<string, unknown>;
    },
);
