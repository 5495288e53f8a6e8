import { Type } from "typebox";
import { siteBase, siteSlug } from "../../../lib/admin/site-path.ts";
import { FormSlug } from "./form.ts";

export const formsBase = `${siteBase}/forms`;
export const formBase = `${formsBase}/{slug}`;
export const FormParams = Type.Object({ ...siteSlug, slug: FormSlug });

export const submissionsBase = `${formBase}/submissions`;
export const submissionBase = `${submissionsBase}/{id}`;
export const SubmissionParams = Type.Object({ ...siteSlug, slug: FormSlug, id: Type.String({ description: "The ID of the submission." }) });
export const submissionFile = `${submissionBase}/files/{fileId}`;

/** The path of a file of a submission, for its link in a mail. */
export function pathOfFile(params: Readonly<Record<"siteSlug" | "slug" | "id" | "fileId", string>>): string {
  return submissionFile.replace(/\{(\w+)\}/g, (_all, name: keyof typeof params) => encodeURIComponent(params[name]));
}
