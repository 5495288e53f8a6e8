import { readFile } from "node:fs/promises";
import { Type } from "typebox";
import { operation } from "../../../lib/http/operation.ts";
import { problem, ProblemError } from "../../../lib/http/problem.ts";
import { demoFile, undefinedIfAbsent } from "./demo-file.ts";

const illustrationNotFound = problem("illustration_not_found", 404, "Illustration not found");

// Checked before it becomes part of a path: no separator, no dot but one, no byte that ends a path, and no longer than a file's name.
const names = /^[a-z0-9-]{1,100}\.svg$/;

/** A picture of the demo site's catalogue, as SVG. The same name always gives the same picture. */
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
      const svg = names.test(file) ? await readFile(demoFile(`illustrations/${file}`), "utf8").catch(undefinedIfAbsent) : undefined;
      if (svg === undefined) throw new ProblemError(illustrationNotFound);
      return reply.headers({ "content-type": "image/svg+xml; charset=utf-8", "cache-control": "public, max-age=86400" }).send(svg);
    },
);
