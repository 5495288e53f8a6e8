import { readFile } from "node:fs/promises";
import { Type } from "typebox";
import type { RouteDeps } from "../../../deps.ts";
import { operation } from "../../../lib/http/operation.ts";
import { ProblemError, routeNotFound } from "../../../lib/http/problem.ts";
import { demoFile, undefinedIfAbsent } from "./demo-file.ts";

type Deps = Pick<RouteDeps, "local" | "publicUrl">;

// Checked before it becomes part of a path: no separator, no dot but one, no byte that ends a path, and no longer than a file's name.
const names = /^[a-z-]{1,100}\.(js|css)$/;
const types = { html: "text/html", js: "text/javascript", css: "text/css" } as const;

/** A site in the browser, as it lies in `demo/front`: its shop, and its pages, drafts and forms. One document, which has a path for each. */
export const demoPages = ["shop", "site"].map((view) =>
  operation(
    {
      id: "getDemoPage",
      method: "GET",
      path: `/demo/${view}`,
      access: "none",
      cors: "closed",
      problems: [],
      tags: ["Demo"],
      summary: "A page of the demo",
    },
    (deps: Deps) => async (request, reply) => {
      // The page's links to its files are relative, and a trailing slash would change their base.
      if (request.url.split("?", 1)[0]?.endsWith("/")) return reply.redirect(`../${view}`, 308);
      const text = await readFile(demoFile("front/front.html"), "utf8");
      return reply
        .headers({ "content-security-policy": policyFor(request.headers.host, deps) })
        .type(`${types.html}; charset=utf-8`)
        .send(text);
    },
  ),
);

/** A script or a style sheet of the demo's pages, or of the start page. */
export const getDemoFile = operation(
  {
    id: "getDemoFile",
    method: "GET",
    path: "/demo/{file}",
    access: "none",
    cors: "closed",
    problems: [],
    tags: ["Demo"],
    summary: "A file of the demo's pages",
    params: Type.Object({ file: Type.String() }),
  },
  (deps: Deps) =>
    async ({ params: { file }, headers }, reply) => {
      const ending = names.exec(file)?.[1] as keyof typeof types | undefined;
      const text = ending && (await readFile(demoFile(`front/${file}`), "utf8").catch(undefinedIfAbsent));
      if (text === undefined) throw new ProblemError(routeNotFound);
      return reply
        .headers({ "content-security-policy": policyFor(headers.host, deps) })
        .type(`${types[ending ?? "js"]}; charset=utf-8`)
        .send(text);
    },
);

/**
 * Pictures come from anywhere: a site may name those of another server, and its people want to see them. A picture runs nothing, and the
 * other server learns neither the page's address nor its key: no referrer is sent. Scripts, styles and requests stay with this server.
 */
const policy = [
  "default-src 'none'",
  ...["script-src 'self'", "style-src 'self'", "img-src 'self' http: https:", "connect-src 'self'"],
  ...["base-uri 'none'", "form-action 'none'"],
].join("; ");

/** The studio frames the pages at its own origin, and nobody frames them anywhere else. */
function policyFor(host: string | undefined, { local, publicUrl }: Deps): string {
  const isViewer = local?.viewerUrl !== undefined && host === new URL(local.viewerUrl).host;
  return `${policy}; frame-ancestors ${isViewer ? new URL(publicUrl).origin : "'none'"}`;
}
