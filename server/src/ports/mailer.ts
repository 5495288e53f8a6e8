/** One mail. Names and texts may be anything: a mailer lets none of it become a header or a recipient. */
export interface Mail {
  to: string;
  /** Others whom it goes to. All who get it see who does. */
  alsoTo?: readonly string[];
  from: { name: string; address: string };
  /** Where an answer goes, if not to `from`: one plain address. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
}

/** Hands a mail over to be delivered. Rejects when it was taken for nobody: the caller tries again later. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}

/** A mail as the catcher keeps it. */
export interface CaughtMail extends Mail {
  id: string;
  caughtAt: string;
}

/** Where caught mails are read again. Newest first. */
export interface CaughtMails {
  list(): CaughtMail[];
  find(id: string): CaughtMail | undefined;
}

/** A mail was not taken. Holds nothing of the mail, its addresses or the server's words: fit for a log and for a table of jobs. */
export class MailNotTaken extends Error {
  override readonly name = "MailNotTaken";
  /** What failed, in one of the mailer's own words: `ECONNECTION`, `EAUTH`, `EENVELOPE` … */
  readonly reason: string;
  /** The reply code of the mail server, if it came to one (RFC 5321 §4.2). */
  readonly replyCode: number | undefined;

  constructor(reason: string, replyCode?: number) {
    super(`The mail was not taken: ${reason}${replyCode === undefined ? "" : `, reply ${replyCode}`}.`);
    this.reason = reason;
    this.replyCode = replyCode;
  }
}
