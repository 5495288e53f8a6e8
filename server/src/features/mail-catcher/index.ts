export { getCaughtMail } from "./get-caught-mail.ts";
export { listCaughtMails } from "./list-caught-mails.ts";
