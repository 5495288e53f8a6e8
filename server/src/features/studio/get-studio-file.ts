import { Type } from "typebox";
import { operation } from "../../lib/http/operation.ts";
import { ProblemError, routeNotFound } from "../../lib/http/problem.ts";
import { readStudioFile } from "./studio-files.ts";

// Checked before it becomes part of a path: no separator, no two dots in a row, no byte that ends a path, and no longer than a file's name.
const names = /^(?=.{1,100}$)[\w-]+(?:\.[\w-]+)*\.(js|css)$/;
const types = { js: "text/javascript", css: "text/css" } as const;

/** A script or a style sheet of the studio. Its name is made of its content, so browsers keep it. */
export const getStudioFile = operation(
  {
    ...{ id: "getStudioFile", method: "GET", path: "/studio/assets/{file}", access: "none", cors: "closed" },
    ...{ problems: [], tags: ["Session"], summary: "A file of the studio" },
    params: Type.Object({ file: Type.String() }),
  },
  () =>
    async ({ params: { file } }, reply) => {
      const ending = names.exec(file)?.[1] as keyof typeof types | undefined;
      const bytes = ending && (await readStudioFile(file));
      if (!bytes) throw new ProblemError(routeNotFound, { detail: "The studio may have been updated: load its page again." });
      return reply
        .headers({ "cache-control": "public, max-age=31536000, immutable", "content-security-policy": "default-src 'none'" })
        .type(`${types[ending]}; charset=utf-8`)
        .send(bytes);
    },
);
