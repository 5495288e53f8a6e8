import { setTimeout as delay } from "node:timers/promises";
import { createTransport } from "nodemailer";
import { type Mail, type Mailer, MailNotTaken } from "../ports/mailer.ts";

export interface SmtpOptions {
  /** The maximum of parallel connections. */
  connections?: number;
  /** Called for a mail that was accepted for some of its recipients only: it counts as sent. */
  onRefused?(refused: number, taken: number): void;
}

/**
 * Sends through the mail server at `smtp://[user:password@]host[:port]`, or `smtps://` for TLS from the first byte. Connects
 * when there is a mail to send, and again after a failure. Mails have a fixed set of headers. Passwords travel
 * encrypted, or not at all: with a user in the URL the server must offer STARTTLS, unless it is this machine.
 */
export function connectSmtp(url: string, { connections = 4, onRefused }: SmtpOptions = {}): Mailer {
  const transport = createTransport({
    ...serverOf(url),
    pool: true,
    maxConnections: connections,
    // Once, for a connection that died while it was idle. The caller retries everything else.
    maxRequeues: 1,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    dnsTimeout: 10_000,
    maxResponseSize: 64 * 1024,
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false,
  });
  // The sender gets the error too. Without a listener, an event of this name would end the process.
  transport.on("error", () => undefined);
  const underway = new Set<Promise<unknown>>();

  const handOver = async (mail: Mail) => {
    const { from, replyTo } = mail;
    const recipients = [mail.to, ...(mail.alsoTo ?? [])];
    if (!recipients.every(isPlainAddress) || (replyTo !== undefined && !isPlainAddress(replyTo))) throw new MailNotTaken("EADDRESS");
    const { accepted, rejected } = (await transport
      .sendMail({
        envelope: { from: from.address, to: recipients },
        from: { name: headerText(from.name), address: from.address },
        to: recipients.map((address) => ({ name: "", address })),
        ...(replyTo === undefined ? {} : { replyTo: { name: "", address: replyTo } }),
        subject: headerText(mail.subject),
        text: mail.text,
        html: mail.html,
        headers: { "Auto-Submitted": "auto-generated" },
        // Even a server that responds byte by byte must time out, and well before the outbox gives the mail to another worker.
        signal: AbortSignal.timeout(90_000),
      })
      .catch((error: unknown) => {
        throw notTaken(error);
      })) as { accepted: string[]; rejected: string[] };
    if (rejected.length > 0) onRefused?.(rejected.length, accepted.length);
  };

  return {
    send: async (mail) => {
      const sending = handOver(mail);
      underway.add(sending);
      try {
        await sending;
      } finally {
        underway.delete(sending);
      }
    },
    close: async () => {
      transport.close();
      await Promise.race([Promise.allSettled(underway), delay(5_000, undefined, { ref: false })]);
      transport.close({ force: true });
    },
  };
}

/** Only options that an operator may set: the library would take any of its own from a query, its debug log among them. */
function serverOf(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === "smtps:";
  const host = hostname.replace(/^\[|\]$/g, "");
  const isHere = /^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host);
  return {
    host,
    secure,
    ...(port === "" ? {} : { port: Number(port) }),
    ...(username === "" ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    // Mail servers on the same machine offer self-signed certificates, and nobody can listen on the wire.
    ignoreTLS: !secure && isHere,
    requireTLS: !secure && !isHere && username !== "",
  };
}

/** Exactly one address, without quoting, comments, or separators of addresses. */
function isPlainAddress(address: string): boolean {
  return (
    address.length <= 254 && /^[^\s@<>()[\]\\,;:"\u0000-\u001f\u007f-\u009f]+@[^\s@<>()[\]\\,;:"\u0000-\u001f\u007f-\u009f]+$/.test(address)
  );
}

/** One line, short enough for a header that cannot be folded (RFC 5322 §2.1.1). */
function headerText(text: string): string {
  const line = text.toWellFormed().replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
  return Array.from(line.trim()).slice(0, 250).join("");
}

/** The library's error quotes addresses and the server's text. */
function notTaken(error: unknown): MailNotTaken {
  const { code, responseCode, name } = error as { code?: unknown; responseCode?: unknown; name?: unknown };
  const reason =
    typeof code === "string" && /^[A-Z][A-Z0-9_]{2,40}$/.test(code) ? code : name === "TimeoutError" ? "ETIMEDOUT" : "EUNKNOWN";
  const isReplyCode = typeof responseCode === "number" && responseCode >= 200 && responseCode <= 599;
  return new MailNotTaken(reason, isReplyCode ? responseCode : undefined);
}
