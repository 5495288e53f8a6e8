import type { Socket } from "node:net";
import PostalMime from "postal-mime";
import type { SMTPServerOptions } from "smtp-server";
import { afterEach, expect } from "vitest";
import { connectSmtp, type SmtpOptions } from "../../server/src/adapters/smtp-mailer.ts";
import { MailNotTaken, type Mail, type Mailer } from "../../server/src/ports/mailer.ts";
import { startMailServer, startRawServer } from "./mail-server.ts";

export const mail: Mail = {
  to: "ana@customer.example",
  from: { name: "Fjord & Form", address: "no-reply@shop.example" },
  subject: "Please confirm your address",
  text: "Hello Ana,\n\nhttps://shop.example/verify?token=secret-token\n",
  html: "<p>Hello Ana</p>",
};

/** Mail servers and mailers, each until the end of its test. */
export function smtp() {
  const closers: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });
  const mailerAt = (url: string, options?: SmtpOptions): Mailer => {
    const mailer = connectSmtp(url, options);
    closers.push(() => mailer.close());
    return mailer;
  };
  return {
    mailServer: async (options?: SMTPServerOptions, port?: number) => {
      const server = await startMailServer(options, port);
      closers.push(server.close);
      return server;
    },
    /** The port of a server that speaks by a script. */
    rawServer: async (onConnection: (socket: Socket) => void): Promise<number> => {
      const server = await startRawServer(onConnection);
      closers.push(server.close);
      return server.port;
    },
    mailerAt,
    mailerFor: (port: number, credentials = "") => mailerAt(`smtp://${credentials}127.0.0.1:${port}`),
  };
}

export async function refusalOf(sending: Promise<void>): Promise<MailNotTaken> {
  const error: unknown = await sending.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(MailNotTaken);
  return error as MailNotTaken;
}

export const parse = (raw: string) => PostalMime.parse(raw);

export function one<T>(list: T[]): T {
  expect(list).toHaveLength(1);
  return list[0] as T;
}

export const headerNames = (raw: string) =>
  (raw.split("\r\n\r\n")[0] ?? "")
    .split("\r\n")
    .filter((line) => !/^\s/.test(line))
    .map((line) => line.split(":")[0]);
export const allHeaders = ["From", "To", "Subject", "Message-ID", "Date", "MIME-Version", "Content-Type", "Auto-Submitted"].sort();
