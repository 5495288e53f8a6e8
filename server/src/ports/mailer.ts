/** One mail. Names and texts may be anything: a mailer turns none of it into a header or a recipient. */
export interface Mail {
  to: string;
  /** Further recipients. All recipients see each other. */
  alsoTo?: readonly string[];
  from: { name: string; address: string };
  /** The address for replies, if not `from`: one plain address. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
}

/** Hands a mail over for delivery. Rejects when no recipient was accepted: the caller retries later. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}

/** A mail as the catcher keeps it. */
export interface CaughtMail extends Mail {
  id: string;
  caughtAt: string;
}

/** The list of caught mails. Newest first. */
export interface CaughtMails {
  list(): CaughtMail[];
  find(id: string): CaughtMail | undefined;
}

/** A mail was not accepted. Contains nothing of the mail, its addresses or the server's text: safe for a log and for a table of jobs. */
export class MailNotTaken extends Error {
  override readonly name = "MailNotTaken";
  /** The mailer's own code for the failure: `ECONNECTION`, `EAUTH`, `EENVELOPE` … */
  readonly reason: string;
  /** The reply code of the mail server, if it sent one (RFC 5321 §4.2). */
  readonly replyCode: number | undefined;

  constructor(reason: string, replyCode?: number) {
    super(`The mail was not taken: ${reason}${replyCode === undefined ? "" : `, reply ${replyCode}`}.`);
    this.reason = reason;
    this.replyCode = replyCode;
  }
}
