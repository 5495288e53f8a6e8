import { getCaughtMail } from "./get-caught-mail.ts";
import { listCaughtMails, listCaughtMailsJson } from "./list-caught-mails.ts";

export const mailCatcherOperations = [listCaughtMails, listCaughtMailsJson, getCaughtMail];
