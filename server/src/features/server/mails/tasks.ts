import { sendTestMailTask } from "./tasks/test-mail.ts";

export const mailsTasks = [sendTestMailTask];
