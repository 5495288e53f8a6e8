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
import { checkBlockType } from "./admin/check-block-type.ts";
import { checkContentType } from "./admin/check-content-type.ts";
import { deleteBlockType } from "./admin/delete-block-type.ts";
import { deleteContentType } from "./admin/delete-content-type.ts";
import { getBlockType } from "./admin/get-block-type.ts";
import { getContentType } from "./admin/get-content-type.ts";
import { listContentTypes } from "./admin/list-content-types.ts";
import { listEditedBlockTypes } from "./admin/list-edited-block-types.ts";
import { putBlockType } from "./admin/put-block-type.ts";
import { putContentType } from "./admin/put-content-type.ts";
import { getBlogPost } from "./public/get-blog-post.ts";
import { getEntry } from "./public/get-entry.ts";
import { getPage } from "./public/get-page.ts";
import { listBlockTypes } from "./public/list-block-types.ts";
import { listEntries } from "./public/list-entries.ts";
import { listPages } from "./public/list-pages.ts";
import { search } from "./public/search.ts";

export const contentOperations = [
  ...[listBlockTypes, listPages, getPage, listEntries, getEntry, getBlogPost, search],
  ...[listDocuments, createDocument, bulkDocuments, getDocument, duplicateDocument, publishDocument, trashDocument],
  ...[saveDraft, discardDraft, publishTranslation, unpublishTranslation, scheduleTranslation, unscheduleTranslation],
  ...[listVersions, getVersion, restoreVersion, listTrash, restoreDocument, deleteDocument],
  ...[listEditedBlockTypes, getBlockType, putBlockType, deleteBlockType, checkBlockType],
  ...[listContentTypes, getContentType, putContentType, deleteContentType, checkContentType],
];
