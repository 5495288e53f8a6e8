import { join } from "node:path";
import type { Logger } from "pino";
import { systemClock, systemIds } from "../adapters/system.ts";
import type { Config } from "../config.ts";
import { callingWorkers } from "../lib/tasks/task.ts";
import type { CaughtMails, Mailer } from "../ports/mailer.ts";

/** Sends mails, or catches them for display. */
export async function openMailer(
  { mail, dataDir }: Config,
  log: Logger,
): Promise<{ mailer: Mailer; caughtMails: CaughtMails | undefined }> {
  if (mail.kind === "smtp") {
    const { connectSmtp } = await import("../adapters/smtp-mailer.ts");
    const onRefused = (refused: number, taken: number) => log.warn({ refused, taken }, "a mail was refused for some of its recipients");
    return { mailer: connectSmtp(mail.url, { connections: callingWorkers, onRefused }), caughtMails: undefined };
  }
  const { openMailCatcher } = await import("../adapters/mail-catcher.ts");
  const catcher = await openMailCatcher({ folder: join(dataDir, "mail"), clock: systemClock, ids: systemIds });
  return { mailer: catcher, caughtMails: mail.page ? catcher : undefined };
}
