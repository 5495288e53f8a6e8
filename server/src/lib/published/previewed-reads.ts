import { problem } from "../http/problem.ts";
import type { Sql } from "../../ports/database.ts";
import type { ValueCache } from "./value-cache.ts";
import type { PublishedContent, PublishedRequest } from "./published-answer.ts";

export const previewNotFound = problem("preview_not_found", 404, "Preview not found");
export const previewBlocked = problem("preview_blocked", 409, "The previewed release cannot be published yet");

/** What any published read may answer to a request with a preview token. */
export const previewProblems = [previewNotFound, previewBlocked];

/** The header of a preview token, beside the site's key. */
export const previewHeader = "x-preview";

/** The parts that a read uses in place of the server's own. */
export interface PreviewParts {
  sql: Sql;
  valueCache: ValueCache;
}

/** Reads a site as it will be after a release, for the holder of a token of the release's preview. */
export interface PreviewedReads {
  /** Throws `preview_not_found` or `preview_blocked`. */
  read(request: PublishedRequest & { token: string }, work: (parts: PreviewParts) => Promise<PublishedContent>): Promise<PublishedContent>;
}
