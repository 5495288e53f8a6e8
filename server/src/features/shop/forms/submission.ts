import { Type, type Static } from "typebox";
import { GivenInstant, Instant, instantOf, Nullable, Uuid } from "../../../lib/http/envelope.ts";
import { problem } from "../../../lib/http/problem.ts";
import type { SubmissionFilter } from "./submission-conditions.ts";

export const submissionNotFound = problem("submission_not_found", 404, "Submission not found");

export const submissionFileNotFound = problem("submission_file_not_found", 404, "Submission file not found");

/** A list leaves out the data of a longer submission: a page may have a hundred of them. */
export const longestListed = 16 * 1024;

const head = {
  id: Uuid,
  submittedAt: Instant,
  version: Type.Integer({ description: "The form's version at the time of the submission." }),
  read: Type.Boolean({ description: "Somebody of the site has marked it as read." }),
  spam: Type.Boolean({ description: "The honeypot caught it, or somebody of the site has marked it." }),
  network: Type.String({ description: "The network that it came from, not the client address.", examples: ["203.0.113.0/24"] }),
};

const Data = Type.Record(Type.String(), Type.Unknown(), { description: "The visitor's entries, by field." });

export const FormSubmission = Type.Object({ ...head, data: Data }, { $id: "FormSubmission", additionalProperties: false });
export type FormSubmission = Static<typeof FormSubmission>;

export const ListedSubmission = Type.Object(
  {
    ...head,
    data: Nullable({ ...Data, description: `Null if it is longer than ${longestListed / 1024} KiB: read that submission alone.` }),
  },
  { $id: "ListedSubmission", additionalProperties: false },
);
export type ListedSubmission = Static<typeof ListedSubmission>;

/** The query parameters that choose submissions. */
export const submissionFilters = {
  q: Type.Optional(Type.String({ maxLength: 200, description: "A part of a value that was entered." })),
  from: Type.Optional({ ...GivenInstant, description: "Submissions of this time or later." }),
  to: Type.Optional({ ...GivenInstant, description: "Submissions before this time." }),
  spam: Type.Optional(Type.Boolean({ description: "Only spam, or only what is not. Absent: both." })),
  read: Type.Optional(Type.Boolean({ description: "Only what was marked as read, or only what was not. Absent: both." })),
};

/** The conditions that a request's query parameters name. */
export function filterOf(query: { q?: string; from?: string; to?: string; spam?: boolean; read?: boolean }): SubmissionFilter {
  const { q, from, to, spam, read } = query;
  return { q, spam, read, from: instantOf(from), to: instantOf(to) };
}
