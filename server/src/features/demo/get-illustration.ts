import { Type } from "typebox";
import { operation } from "../../lib/http/operation.ts";
import { problem, ProblemError } from "../../lib/http/problem.ts";

const illustrationNotFound = problem("illustration_not_found", 404, "There is no such illustration");

/** A picture of the demo site's catalogue, as SVG. The same name is always the same picture. */
export const getIllustration = operation(
  {
    id: "getIllustration",
    method: "GET",
    path: "/demo/illustrations/{file}",
    access: "none",
    cors: "any",
    problems: [illustrationNotFound],
    tags: ["Demo"],
    summary: "A picture of the demo site",
    params: Type.Object({ file: Type.String() }),
  },
  () =>
    async ({ params: { file } }, reply) => {
      // Loaded when first asked for: a server without the demo site needs no drawings.
      const { illustration } = await import("../../../../demo/drawings/illustration.ts");
      const svg = file.endsWith(".svg") ? illustration(file.slice(0, -4)) : undefined;
      if (svg === undefined) throw new ProblemError(illustrationNotFound);
      return reply.headers({ "content-type": "image/svg+xml; charset=utf-8", "cache-control": "public, max-age=86400" }).send(svg);
    },
);
