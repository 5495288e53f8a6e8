import { describe, expect, test } from "vitest";
import { allHeaders, headerNames, mail, one, parse, refusalOf, smtp } from "../../../test/kit/smtp.ts";

const { mailServer, rawServer, mailerFor, mailerAt } = smtp();

test("a mail arrives as it was written, with the headers of a mail and no others", async () => {
  const { taken, port } = await mailServer();
  await mailerFor(port).send({ ...mail, subject: "Grüße aus São Paulo 🌿", from: { ...mail.from, name: "Fjørd „& Form“" } });
  const { from, to, raw } = one(taken);
  expect([from, to]).toEqual([mail.from.address, [mail.to]]);
  expect(headerNames(raw).sort()).toEqual(allHeaders);
  expect([...raw].every((character) => character.charCodeAt(0) < 128)).toBe(true);

  const email = await parse(raw);
  expect(email).toMatchObject({
    subject: "Grüße aus São Paulo 🌿",
    from: { name: "Fjørd „& Form“", address: mail.from.address },
    to: [{ name: "", address: mail.to }],
  });
  expect(email.text?.trim()).toBe(mail.text.trim());
  expect(email.html?.trim()).toBe(mail.html);
  expect(email.messageId).toMatch(/^<[0-9a-f-]+@shop\.example>$/);
  expect(email.headers.find(({ key }) => key === "auto-submitted")?.value).toBe("auto-generated");
});

test("a reply address adds one header, and only a valid address is accepted as one", async () => {
  const { taken, port } = await mailServer();
  const mailer = mailerFor(port);
  await mailer.send({ ...mail, replyTo: "ada+desk@customer.example" });
  const { to, raw } = one(taken);
  expect(to).toEqual([mail.to]);
  expect(headerNames(raw).sort()).toEqual([...allHeaders, "Reply-To"].sort());
  expect((await parse(raw)).replyTo).toEqual([{ name: "", address: "ada+desk@customer.example" }]);
  for (const replyTo of ["", "a@b.example, c@d.example", "a@b.example\r\nBcc: c@d.example", "Ada <a@b.example>", '"a b"@c.example']) {
    expect((await refusalOf(mailer.send({ ...mail, replyTo }))).reason).toBe("EADDRESS");
  }
  expect(taken).toHaveLength(1);
});

describe("with any text in a name or a subject", () => {
  test.each([
    ["line breaks", "Shop\r\nBcc: victim@else.example\r\n\r\nBody"],
    ["a bare line feed", "Shop\nCc: victim@else.example"],
    ["a bare carriage return", "Shop\rReply-To: victim@else.example"],
    ["separators of Unicode", "Shop\u2028Bcc: victim@else.example\u2029X\u0085Y"],
    ["an address", "Shop <victim@else.example>"],
    ["several addresses", 'a@else.example, "b" <b@else.example>; c@else.example'],
    ["a group", "undisclosed: victim@else.example;"],
    ["quotes and backslashes", '"Shop" \\" <x> \\\\'],
    ["encoded words", "=?utf-8?Q?=0D=0ABcc:_victim@else.example?="],
    ["letters of all kinds", "Käse 奶酪 جبن 🧀 \ud800"],
    ["NUL and escape", "Shop\0\u001b[31m"],
    ["ten thousand letters", "ä x".repeat(3_400)],
    ["ten thousand letters without a space", "a".repeat(10_000)],
    ["nothing", ""],
  ])("%s: no header and no recipient is added", async (_what, text) => {
    const { taken, port } = await mailServer();
    await mailerFor(port).send({ ...mail, subject: text, from: { ...mail.from, name: text } });
    const { from, to, raw } = one(taken);
    expect([from, to]).toEqual([mail.from.address, [mail.to]]);
    expect(headerNames(raw).sort()).toEqual(allHeaders.filter((name) => text !== "" || name !== "Subject"));
    expect(raw.split("\r\n").every((line) => line.length <= 998)).toBe(true);
    const email = await parse(raw);
    expect(email.from?.address).toBe(mail.from.address);
    expect(email.to).toEqual([{ name: "", address: mail.to }]);
    expect([email.cc, email.bcc, email.replyTo]).toEqual([undefined, undefined, undefined]);
    expect(email.text?.trim()).toBe(mail.text.trim());
  });

  test.each(["a@x.example, b@y.example", "a@x.example\r\nRCPT TO:<b@y.example>", "Ana <a@x.example>", '"a b"@x.example', "@x.example", ""])(
    "a recipient that is not one plain address is refused: %j",
    async (to) => {
      const { taken, port } = await mailServer();
      const { reason, message } = await refusalOf(mailerFor(port).send({ ...mail, to }));
      expect([reason, taken, message.includes("example")]).toEqual(["EADDRESS", [], false]);
    },
  );
});

test("the texts keep their lines: dots, long ones, and lines that look like the end of the mail", async () => {
  const { taken, port } = await mailServer();
  const text = `.\n..\n.hidden\n\nQUIT\n${"long ".repeat(500)}\nhttps://shop.example/${"x".repeat(300)}\nend\n`;
  await mailerFor(port).send({ ...mail, text });
  expect((await parse(one(taken).raw)).text?.trimEnd()).toBe(text.trimEnd());
});

test("several mails go through one connection, and at once", async () => {
  const { taken, port, connections } = await mailServer();
  const mailer = mailerFor(port);
  for (let round = 0; round < 5; round += 1) await mailer.send(mail);
  expect([taken.length, connections()]).toEqual([5, 1]);
  await Promise.all(Array.from({ length: 20 }, () => mailer.send(mail)));
  expect(taken).toHaveLength(25);
});

test("user and password of the URL are used, unescaped", async () => {
  const seen: unknown[] = [];
  const { taken, port } = await mailServer({
    allowInsecureAuth: true,
    authOptional: false,
    onAuth: ({ username, password }, _session, done) => {
      seen.push([username, password]);
      if (password === "p@ss/word") done(null, { user: "shop" });
      else done(Object.assign(new Error(`No: ${password}`), { responseCode: 535 }));
    },
  });
  await mailerFor(port, "shop%40host:p%40ss%2Fword@").send(mail);
  expect([seen, taken.length]).toEqual([[["shop@host", "p@ss/word"]], 1]);
  const error = await refusalOf(mailerFor(port, "shop:hunter2@").send(mail));
  expect(error).toMatchObject({ reason: "EAUTH", replyCode: 535 });
  expect(everythingIn(error)).not.toContain("hunter2");
});

test("mails are sent in parallel, one per connection", async () => {
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  const { port, connections } = await mailServer({
    onData: (stream, _session, done) => void stream.resume().on("end", () => void gate.then(() => done())),
  });
  const mailer = mailerAt(`smtp://127.0.0.1:${port}`, { connections: 7 });
  const sending = Array.from({ length: 9 }, () => mailer.send(mail));
  await expect.poll(connections).toBe(7);
  release();
  await Promise.all(sending);
  expect(connections()).toBe(7);
});

test("a server that comes back is used again", async () => {
  const first = await mailServer();
  const mailer = mailerFor(first.port);
  await mailer.send(mail);
  await first.close();
  await refusalOf(mailer.send(mail));
  const second = await mailServer({}, first.port);
  await mailer.send(mail);
  expect([first.taken.length, second.taken.length]).toEqual([1, 1]);
});

test("closing lets a mail in progress arrive, and accepts no more", async () => {
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  const { port, connections } = await mailServer({
    onData: (stream, _session, done) => void stream.resume().on("end", () => void gate.then(() => done())),
  });
  const mailer = mailerFor(port);
  const sending = mailer.send(mail);
  while (connections() === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  await new Promise((resolve) => setTimeout(resolve, 100));
  const closing = mailer.close();
  release();
  await sending;
  await closing;
  await refusalOf(mailer.send(mail));
});

test("a password is never sent unencrypted to another machine", async () => {
  const said: string[] = [];
  const port = await rawServer((socket) => {
    socket.write("220 here\r\n");
    socket.on("data", (chunk) => {
      const command = chunk.toString();
      said.push(command);
      if (command.startsWith("EHLO")) socket.write("250-here\r\n250 AUTH PLAIN LOGIN\r\n");
      else socket.write(command.startsWith("STARTTLS") ? "502 not here\r\n" : "250 fine\r\n");
    });
  });
  // This machine under a name that is not known as local.
  const error = await refusalOf(mailerAt(`smtp://shop:hunter2@0.0.0.0:${port}`).send(mail));
  expect(error.reason).toBe("ETLS");
  expect(said.join("")).not.toMatch(/AUTH|MAIL FROM/);
});

test("a server without a valid certificate gets nothing", async () => {
  const { taken, port } = await mailServer({ secure: true });
  await refusalOf(mailerAt(`smtps://shop:hunter2@127.0.0.1:${port}`).send(mail));
  expect(taken).toEqual([]);
});

function everythingIn(error: Error): string {
  const propertyTexts = Object.getOwnPropertyNames(error).map((name) => String((error as unknown as Record<string, unknown>)[name]));
  return [error.message, error.stack, ...propertyTexts].join("\n");
}
