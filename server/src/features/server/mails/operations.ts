import { listMails } from "./admin/list-mails.ts";
import { listOutbox } from "./admin/list-outbox.ts";
import { previewMail } from "./admin/preview-mail.ts";
import { previewMailText } from "./admin/preview-mail-text.ts";
import { retryTask } from "./admin/retry-task.ts";
import { sendTestMail } from "./admin/send-test-mail.ts";

export const mailsOperations = [listMails, previewMail, previewMailText, sendTestMail, listOutbox, retryTask];
