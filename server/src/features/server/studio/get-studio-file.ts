import { Type } from "typebox";
import { preferredCoding } from "../../../lib/http/compressed-text.ts";
import { matchesEtag } from "../../../lib/http/etag.ts";
import { operation } from "../../../lib/http/operation.ts";
import { ProblemError, routeNotFound } from "../../../lib/http/problem.ts";
import { varyHeader } from "../../../lib/http/response-headers.ts";
import { readStudioFile } from "./studio-files.ts";

// Checked before it becomes part of a path: no separator, no two dots in a row, no byte that ends a path, and no longer than a file's name.
const names = /^(?=.{1,100}$)[\w-]+(?:\.[\w-]+)*\.(js|css)$/;
const types = { js: "text/javascript", css: "text/css" } as const;

/** A script or a style sheet of the studio. Its name is made of its content, so browsers keep it. */
export const getStudioFile = operation(
  {
    id: "getStudioFile",
    method: "GET",
    path: "/studio/assets/{file}",
    access: "none",
    cors: "closed",
    problems: [],
    tags: ["Session"],
    summary: "A file of the studio",
    params: Type.Object({ file: Type.String() }),
  },
  () =>
    async ({ params: { file }, headers }, reply) => {
      const ending = names.exec(file)?.[1] as keyof typeof types | undefined;
      const storedFile = ending && (await readStudioFile(file, preferredCoding(headers["accept-encoding"])));
      if (!storedFile) throw new ProblemError(routeNotFound, { detail: "The studio may have been updated: load its page again." });
      const { bytes, coding } = storedFile;
      // Strong, and so one for each coding (RFC 9110 §8.8.3.3).
      const etag = `"${file}-${coding}"`;
      void reply.headers({
        "cache-control": "public, max-age=31536000, immutable",
        "content-security-policy": "default-src 'none'",
        vary: `${varyHeader}, accept-encoding`,
        etag,
      });
      if (matchesEtag(headers["if-none-match"] ?? "", etag)) return reply.code(304).send();
      if (coding !== "identity") void reply.header("content-encoding", coding);
      return reply.type(`${types[ending]}; charset=utf-8`).send(bytes);
    },
);
