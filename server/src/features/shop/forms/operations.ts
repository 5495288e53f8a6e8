import { createForm } from "./admin/create-form.ts";
import { deleteForm } from "./admin/delete-form.ts";
import { deleteSubmission } from "./admin/delete-submission.ts";
import { exportSubmissions } from "./admin/export-submissions.ts";
import { getEditedForm } from "./admin/get-edited-form.ts";
import { getSubmissionFile } from "./admin/get-submission-file.ts";
import { getSubmission } from "./admin/get-submission.ts";
import { listForms } from "./admin/list-forms.ts";
import { listSubmissions } from "./admin/list-submissions.ts";
import { putForm } from "./admin/put-form.ts";
import { updateSubmission } from "./admin/update-submission.ts";
import { getForm } from "./public/get-form.ts";
import { submitForm } from "./public/submit-form.ts";

const submissionOperations = [listSubmissions, getSubmission, updateSubmission, deleteSubmission, exportSubmissions, getSubmissionFile];

export const formsOperations = [getForm, submitForm, listForms, createForm, getEditedForm, putForm, deleteForm, ...submissionOperations];
