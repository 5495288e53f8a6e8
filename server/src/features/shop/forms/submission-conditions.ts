import { joined, piece, type SqlPiece } from "../../../lib/sql/sql-statement.ts";

/** The conditions of a list of submissions; all of them must be met. */
export interface SubmissionFilter {
  /** A part of a value. */
  q?: string | undefined;
  /** Submitted at this time or later. */
  from?: Date | undefined;
  /** Submitted before this time. */
  to?: Date | undefined;
  spam?: boolean | undefined;
  read?: boolean | undefined;
}

/** Those that a form's submissions must meet. */
export function submissionConditions(siteId: string, formId: string, { q = "", from, to, spam, read }: SubmissionFilter): SqlPiece {
  const search = q.trim().toLowerCase();
  return joined(
    [
      piece`site_id = ${siteId}`,
      piece`form_id = ${formId}`,
      ...(from === undefined ? [] : [piece`created_at >= ${from}`]),
      ...(to === undefined ? [] : [piece`created_at < ${to}`]),
      ...(spam === undefined ? [] : [spam ? piece`is_spam` : piece`not is_spam`]),
      ...(read === undefined ? [] : [read ? piece`read_at is not null` : piece`read_at is null`]),
      // The text of a list or an object counts as its value.
      ...(search === "" ? [] : [piece`exists (select from json_each_text(data) as field where strpos(lower(field.value), ${search}) > 0)`]),
    ],
    "and",
  );
}
