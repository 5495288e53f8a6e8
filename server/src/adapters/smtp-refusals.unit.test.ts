import type { SMTPServerOptions } from "smtp-server";
import { describe, expect, test } from "vitest";
import { allHeaders, headerNames, mail, one, parse, refusalOf, smtp } from "../../../test/kit/smtp.ts";

const { mailServer, rawServer, mailerFor, mailerAt } = smtp();

describe("a mail that the server does not accept rejects, and nothing of it is in the error", () => {
  const refuse = (code: number) => (_address: unknown, _session: unknown, done: (error: Error) => void) =>
    done(Object.assign(new Error(`<${mail.to}> with secret-token`), { responseCode: code }));

  test.each([
    ["the sender", 451, { onMailFrom: refuse(451) }],
    ["the recipient, for now", 450, { onRcptTo: refuse(450) }],
    ["the recipient, for good", 550, { onRcptTo: refuse(550) }],
    ["the content", 554, { onData: (stream, session, done) => stream.resume().on("end", () => refuse(554)(undefined, session, done)) }],
  ] satisfies [string, number, SMTPServerOptions][])("refused: %s", async (_what, code, options) => {
    const { port } = await mailServer(options);
    const error = await refusalOf(mailerFor(port).send(mail));
    expect(error).toMatchObject({ replyCode: code });
    expectNothingOf(error);
  });

  test("a server that is down", async () => {
    const { port, close } = await mailServer();
    await close();
    const error = await refusalOf(mailerFor(port).send(mail));
    expect(error).toMatchObject({ replyCode: undefined });
    expectNothingOf(error);
  });

  test("a connection that is dropped at once, or in the middle of the mail", async () => {
    const atOnce = await rawServer((socket) => socket.destroy());
    expectNothingOf(await refusalOf(mailerFor(atOnce).send(mail)));
    const inside = await rawServer((socket) => {
      socket.write("220 here\r\n");
      let inData = false;
      socket.on("data", (chunk) => {
        const command = chunk.toString().slice(0, 4);
        if (inData) socket.destroy();
        else if (command === "DATA") {
          inData = true;
          socket.write("354 go on\r\n");
        } else socket.write("250 fine\r\n");
      });
    });
    expectNothingOf(await refusalOf(mailerFor(inside).send(mail)));
  });

  test("a server that speaks another protocol", async () => {
    const port = await rawServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    expectNothingOf(await refusalOf(mailerFor(port).send(mail)));
  });
});

describe("a mail to several recipients", () => {
  const several = { ...mail, alsoTo: ["bea@customer.example", "cy@customer.example"] };
  const refusing = (isRefused: (address: string) => boolean): SMTPServerOptions => ({
    onRcptTo: ({ address }, _session, done) => done(isRefused(address) ? Object.assign(new Error(address), { responseCode: 550 }) : null),
  });

  test("is one mail, in which each sees the others", async () => {
    const { taken, port } = await mailServer();
    await mailerFor(port).send(several);
    const { to, raw } = one(taken);
    expect(to).toEqual([mail.to, ...several.alsoTo]);
    expect((await parse(raw)).to?.map(({ address }) => address)).toEqual(to);
    expect(headerNames(raw).sort()).toEqual(allHeaders);
  });

  test("counts as sent when some are refused, and reports how many", async () => {
    const { taken, port } = await mailServer(refusing((address) => address.startsWith("bea@")));
    const refused: number[][] = [];
    await mailerAt(`smtp://127.0.0.1:${port}`, { onRefused: (...counts) => refused.push(counts) }).send(several);
    expect(one(taken).to).toEqual([mail.to, "cy@customer.example"]);
    expect(refused).toEqual([[1, 2]]);
  });

  test("is rejected when all are refused", async () => {
    const { taken, port } = await mailServer(refusing(() => true));
    const refused: number[][] = [];
    const mailer = mailerAt(`smtp://127.0.0.1:${port}`, { onRefused: (...counts) => refused.push(counts) });
    const error = await refusalOf(mailer.send(several));
    expect([error.replyCode, taken, refused]).toEqual([550, [], []]);
    expectNothingOf(error);
  });

  test("is sent to nobody when one of the addresses is invalid", async () => {
    const { taken, port } = await mailServer();
    for (const address of ["a@b.example, c@d.example", "<a@b.example>", "a@b.example\r\nBcc: c@d.example", ""]) {
      const error = await refusalOf(mailerFor(port).send({ ...several, alsoTo: [address] }));
      expect(error.reason).toBe("EADDRESS");
    }
    expect(taken).toEqual([]);
  });
});

function everythingIn(error: Error): string {
  const propertyTexts = Object.getOwnPropertyNames(error).map((name) => String((error as unknown as Record<string, unknown>)[name]));
  return [error.message, error.stack, ...propertyTexts].join("\n");
}

function expectNothingOf(error: Error): void {
  for (const secret of ["customer.example", "shop.example", "secret-token", "confirm", "Fjord"]) {
    expect(everythingIn(error)).not.toContain(secret);
  }
}
