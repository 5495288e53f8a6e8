import { Readable } from "node:stream";
import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { openFile } from "../../../content/media/index.ts";
import { findSubmissionFile, formAt } from "../find-submissions.ts";
import { submissionFile, SubmissionParams } from "../form-address.ts";
import { formNotFound } from "../form.ts";
import { submissionFileNotFound } from "../submission.ts";

/** Downloads a file of a submission. */
export const getSubmissionFile = operation(
  {
    id: "getSubmissionFile",
    method: "GET",
    path: submissionFile,
    access: "member",
    permission: "submissions:read",
    cors: "closed",
    problems: [formNotFound, submissionFileNotFound],
    tags: ["Forms"],
    summary: "Download a file of a submission",
    description:
      "The `id` of the file stands in the data of the submission. A stranger sent this file: a browser saves it and never shows it. It has no other address.",
    params: Type.Object({ ...SubmissionParams.properties, fileId: Type.String({ description: "The ID of the file." }) }),
    streams: "application/octet-stream",
  },
  ({ sql, store }: Pick<Deps, "sql" | "store">) =>
    async ({ site, params, method }, reply) => {
      const form = await formAt(sql, site.id, params.slug);
      const file = await findSubmissionFile(sql, site.id, form.id, params);
      if (!file) throw new ProblemError(submissionFileNotFound);
      // A HEAD is answered without the store.
      const bytes = method === "HEAD" ? Readable.from([]) : await openFile({ store }, site.id, file.sha256);
      void reply.type("application/octet-stream").headers({
        "content-length": String(file.bytes),
        "content-disposition": attachment(file.name),
        "content-security-policy": "default-src 'none'; sandbox",
        "x-content-type-options": "nosniff",
      });
      return reply.send(bytes);
    },
);

/** The header of a file to be saved under its name, in ASCII for old programs, and in full (RFC 6266 §5). */
function attachment(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const full = encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${full}`;
}
