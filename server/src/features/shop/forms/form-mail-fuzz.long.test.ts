import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text as streamText } from "node:stream/consumers";
import fc from "fast-check";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { formOf, formsPlugin, submitter } from "../../../../../test/kit/form-site.ts";
import { connectSmtp } from "../../../adapters/smtp-mailer.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.mails.length = 0;
});

test("a fuzzed submission leads to one mail with the usual headers and one recipient", async () => {
  const taken: { from: string; to: string[]; raw: string }[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    disableReverseLookup: true,
    closeTimeout: 100,
    onData: (stream, { envelope }, done) => {
      void streamText(stream).then((raw) => {
        taken.push({
          from: envelope.mailFrom === false ? "" : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          raw,
        });
        done();
      });
    },
  });
  smtp.listen(0, "127.0.0.1");
  await once(smtp.server, "listening");
  const mailer = connectSmtp(`smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`);
  const other = await startServer({ mailer });
  const schema = {
    type: "object",
    additionalProperties: true,
    properties: { email: { type: "string" }, reply: { type: "string", format: "email" } },
  };
  const piece = fc.constantFrom(
    ...[
      "\r\n",
      "\n",
      "\r",
      "\u2028",
      "\u0085",
      "\u0000".replace("\0", "\u0001"),
      ": ",
      "Bcc: victim@else.example",
      "To: victim@else.example",
    ],
    ...["Reply-To: victim@else.example", "Content-Type: text/html", "\r\n.\r\n", "MAIL FROM:<x@else.example>", "=?utf-8?Q?=0D=0ABcc=3A?="],
    ...["<b>", "=cmd|' /C calc'!A0", "\u202e", "🦭", "ü", "'", '"', "<", ">", ",", ";", "\\", "victim@else.example", "a".repeat(1_200)],
  );
  const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
  const address = fc.constantFrom("ada@example.com", "o'brien+tag@example.co.uk", "a!#$%&*/=?^_`{|}~-b@example.org");
  const data = fc.record({ email: text, a: text, list: fc.array(text, { maxLength: 3 }), reply: address }, { requiredKeys: ["a"] });
  const samples = fc.sample(data, { numRuns: 300, seed: 7 });
  const names = ["From", "To", "Subject", "Message-ID", "Date", "MIME-Version", "Content-Type", "Auto-Submitted"];
  let submit = submitter(other, await other.addSite(), "form");
  for (const [index, sample] of samples.entries()) {
    if (index % 10 === 0) {
      // The name of a form is somebody's words too.
      const name = `Form ${sample.a.replace(/\p{Cc}/gu, " ").slice(0, 150)}`;
      submit = submitter(other, await other.addSite({ forms: [formOf({ schema, name })], ...formsPlugin("ops@shop.example") }), "form");
    }
    const answer = await submit(sample);
    expect(answer.status).toBe(202);
    await other.runTasks();
    const [mail] = taken.splice(0);
    const headers = (mail?.raw.split("\r\n\r\n")[0] ?? "").split("\r\n").filter((line) => !/^\s/.test(line));
    const expected = sample.reply === undefined ? names : [...names, "Reply-To"];
    expect(headers.map((line) => line.split(":")[0]).sort()).toEqual([...expected].sort());
    expect([mail?.from, mail?.to]).toEqual(["no-reply@vitrine.example", ["ops@shop.example"]]);
    const parsed = await PostalMime.parse(mail?.raw ?? "");
    expect(parsed.to).toEqual([{ name: "", address: "ops@shop.example" }]);
    expect([parsed.cc ?? [], parsed.bcc ?? [], parsed.attachments]).toEqual([[], [], []]);
    expect(parsed.replyTo ?? []).toEqual(sample.reply === undefined ? [] : [{ name: "", address: sample.reply }]);
    expect(parsed.subject).toMatch(/^New submission: /);
    expect(parsed.html).not.toContain("<b>");
  }
  expect(samples.length).toBe(300);
  await other.stop();
  await mailer.close();
  await new Promise<void>((resolve) => smtp.close(resolve));
}, 120_000);
