import { bulkDocuments } from "./admin/bulk-documents.ts";
import { createDocument } from "./admin/create-document.ts";
import { deleteDocument } from "./admin/delete-document.ts";
import { discardDraft } from "./admin/discard-draft.ts";
import { duplicateDocument } from "./admin/duplicate-document.ts";
import { getDocument } from "./admin/get-document.ts";
import { getVersion } from "./admin/get-version.ts";
import { listDocuments } from "./admin/list-documents.ts";
import { listTrash } from "./admin/list-trash.ts";
import { listVersions } from "./admin/list-versions.ts";
import { publishDocument } from "./admin/publish-document.ts";
import { publishTranslation } from "./admin/publish-translation.ts";
import { restoreDocument } from "./admin/restore-document.ts";
import { restoreVersion } from "./admin/restore-version.ts";
import { saveDraft } from "./admin/save-draft.ts";
import { scheduleTranslation } from "./admin/schedule-translation.ts";
import { trashDocument } from "./admin/trash-document.ts";
import { unpublishTranslation } from "./admin/unpublish-translation.ts";
import { unscheduleTranslation } from "./admin/unschedule-translation.ts";

export const documentsOperations = [
  listDocuments,
  createDocument,
  bulkDocuments,
  getDocument,
  duplicateDocument,
  publishDocument,
  trashDocument,
  saveDraft,
  discardDraft,
  publishTranslation,
  unpublishTranslation,
  scheduleTranslation,
  unscheduleTranslation,
  listVersions,
  getVersion,
  restoreVersion,
  listTrash,
  restoreDocument,
  deleteDocument,
];
