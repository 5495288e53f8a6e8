import type { Socket } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { connectSmtp } from "../../server/src/adapters/smtp-mailer.ts";
import { shop, startServer, type TestServer } from "../kit/harness.ts";
import { contactForm, submitter } from "../kit/form-site.ts";
import type { Mail, Mailer } from "../../server/src/ports/mailer.ts";
import { growthDuring, sendEndlessly, startHostileServer, type HostileServer } from "./hostile-server.ts";
import { recordAttack } from "./record.ts";

/** The limit of this process's growth: the hostile server runs in it too. */
const growthMiB = 300;

let hostile: HostileServer;
const open: { server?: TestServer; mailer: Mailer }[] = [];
beforeAll(async () => {
  hostile = await startHostileServer();
});
afterEach(async () => {
  for (const { server, mailer } of open.splice(0)) {
    await mailer.close();
    await server?.stop();
  }
});
afterAll(() => hostile.close());

const mailer = () => connectSmtp(`smtp://127.0.0.1:${hostile.port}`);

/** One response for each command, by its verb; everything else is fine. Records each command, and the end of each mail. */
function conversing(
  replies: Readonly<Record<string, string | ((socket: Socket) => void)>> = {},
  said: string[] = [],
): HostileServer["mode"] {
  return (socket) => {
    let text = "";
    let isData = false;
    const reply = (verb: string, otherwise: string) => {
      const answer = replies[verb] ?? otherwise;
      if (typeof answer === "string") socket.write(answer);
      else answer(socket);
    };
    reply("greeting", "220 mail.example ESMTP\r\n");
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      for (let end = text.indexOf("\r\n"); end >= 0; end = text.indexOf("\r\n")) {
        const line = text.slice(0, end);
        text = text.slice(end + 2);
        if (isData) {
          if (line !== ".") continue;
          isData = false;
          said.push(".");
          reply(".", "250 taken\r\n");
          continue;
        }
        said.push(line);
        const verb = line.slice(0, 4).toUpperCase();
        isData = verb === "DATA" && replies.DATA === undefined;
        reply(verb, verb === "DATA" ? "354 go on\r\n" : verb === "QUIT" ? "221 bye\r\n" : "250 fine\r\n");
      }
    });
  };
}

const mail: Mail = {
  to: "ana@customer.example",
  from: { name: "Shop", address: "no-reply@vitrine.example" },
  subject: "Hello",
  text: "Hello Ana",
  html: "<p>Hello Ana</p>",
};
const endless = (piece: string) => (socket: Socket) => sendEndlessly(socket, piece);
const hangsUp = (socket: Socket) => void socket.destroy();
const large = "x".repeat(64 * 1024);

const modes: Record<string, HostileServer["mode"]> = {
  "drops at once": hangsUp,
  "greets without end": endless(large),
  "greets in lines without end": endless("220-mail.example\r\n".repeat(1_000)),
  "greets with noise": (socket) => void socket.write(Buffer.from(Array.from({ length: 5_000 }, (_, at) => (at * 131) % 256))),
  "speaks another language": (socket) => void socket.write("HTTP/1.1 400 Bad Request\r\n\r\n"),
  "is busy": (socket) => void socket.end("421 later\r\n"),
  "offers extensions without end": conversing({ EHLO: endless("250-X-ANYTHING\r\n".repeat(1_000)) }),
  "offers one extension without end": conversing({ EHLO: endless(`250-${large}`) }),
  "knows no hello": conversing({ EHLO: "502 what\r\n", HELO: "502 what\r\n" }),
  "asks for a login that nobody wants": conversing({
    EHLO: "250-x\r\n250-AUTH PLAIN LOGIN\r\n250 STARTTLS\r\n",
    MAIL: "530 5.7.0 Authentication required\r\n",
  }),
  challenges: conversing({ EHLO: "250-x\r\n250 AUTH CRAM-MD5\r\n", MAIL: "334 aGVsbG8=\r\n" }),
  "refuses the sender without end": conversing({ MAIL: endless("550-no\r\n".repeat(1_000)) }),
  "takes a recipient without end": conversing({ RCPT: endless(`250-${large}\r\n`) }),
  "refuses the recipient": conversing({ RCPT: "550 no\r\n" }),
  "forwards elsewhere": conversing({ RCPT: "551 User not local; please try <other@127.0.0.1>\r\n" }),
  "drops at the mail": conversing({ DATA: hangsUp }),
  "takes no mail": conversing({ DATA: "554 no\r\n" }),
  "drops after the mail": conversing({ ".": hangsUp }),
  "refuses the mail in megabytes": conversing({ ".": (socket) => void socket.write(`554 ${"x".repeat(8 * 1024 * 1024)}\r\n`) }),
  "thanks without end": conversing({ ".": endless(`250-${large}\r\n`) }),
  "answers twice": conversing({ MAIL: "250 fine\r\n550 no\r\n250 fine\r\n" }),
  "answers with impossible codes": conversing({ MAIL: "999 x\r\n", EHLO: "000 x\r\n" }),
  "says nothing to the greeting": () => undefined,
  "says nothing to the mail": conversing({ ".": () => undefined }),
  "answers byte by byte": (socket) => {
    const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write("2")), 50);
    socket.on("close", () => clearInterval(timer));
  },
};

test("a mail server that floods, lies and stalls uses no memory and delays no later mail", { timeout: 120_000 }, async (context) => {
  let tried = 0;
  const growth = await growthDuring(async () => {
    for (const [name, mode] of Object.entries(modes)) {
      hostile.mode = mode;
      const one = mailer();
      open.push({ mailer: one });
      const sending = Promise.all(
        [1, 2, 3].map(() =>
          one.send(mail).then(
            () => "sent",
            (error: Error) => error.name,
          ),
        ),
      );
      tried += 3;
      // Stalls have timeouts of their own; closing ends them at once.
      const outcomes = await Promise.race([sending, new Promise<string[]>((resolve) => setTimeout(resolve, 3_000, ["waits"]))]);
      for (const outcome of outcomes) expect([name, outcome]).toEqual([name, expect.toBeOneOf(["sent", "MailNotTaken", "waits"])]);
      await one.close();
      for (const outcome of await sending) expect([name, outcome]).toEqual([name, expect.toBeOneOf(["sent", "MailNotTaken"])]);
    }
  });
  expect(growth).toBeLessThan(growthMiB);
  // The mailer of a server outlives its mail server's modes.
  const lasting = mailer();
  open.push({ mailer: lasting });
  for (const name of ["drops at once", "is busy", "refuses the mail in megabytes", "offers extensions without end", "answers twice"]) {
    hostile.mode = modes[name] ?? hangsUp;
    await lasting.send(mail).catch(() => undefined);
    hostile.mode = conversing();
    const isSent = () =>
      lasting.send(mail).then(
        () => true,
        () => false,
      );
    await expect.poll(isSent, { timeout: 10_000 }).toBe(true);
    tried += 2;
  }
  recordAttack(context, {
    attack: "A mail server that floods, lies and stalls",
    unit: `mails, to ${Object.keys(modes).length} kinds of servers`,
    tried,
    promise: `each mail was sent or tried again later, the next ones were sent, the process grew by less than ${growthMiB} MiB`,
  });
});

const breaks = ["\r\n", "\n", "\r", "\u0085", "\u2028", "\0", "\u010d\u010a", "%0d%0a", "\\r\\n"];
const hostileTexts = [
  ...breaks.flatMap((end) => [
    `Ana${end}RCPT TO:<victim@other.example>${end}DATA`,
    `Ana${end}.${end}MAIL FROM:<boss@other.example>${end}RCPT TO:<victim@other.example>`,
    `Ana${end}Bcc: victim@other.example`,
  ]),
  ...[
    'Ana" <victim@other.example>',
    "<victim@other.example>",
    "Ana, victim@other.example",
    "Ana; victim@other.example",
    "=?utf-8?q?=0d=0aBcc:victim@other.example?=",
  ],
];
const hostileAddresses = [
  ...breaks.flatMap((end) => [
    `ana@customer.example${end}RCPT TO:<victim@other.example>`,
    `ana${end}@customer.example`,
    `ana@customer.example${end}`,
  ]),
  ...[
    "ana@customer.example>",
    "<ana@customer.example",
    "ana@customer.example> RCPT TO:<victim@other.example",
    "ana@customer.example,victim@other.example",
  ],
  ...[
    "ana@customer.example;victim@other.example",
    '"victim@other.example>"@customer.example',
    '"a b"@customer.example',
    "ana@[127.0.0.1]",
    "ana@customer.example (victim)",
  ],
  ...[
    "@relay.example:victim@other.example",
    "victim%other.example@customer.example",
    "ana@bücher.example",
    "änä@customer.example",
    "ana@xn--bcher-kva.example",
  ],
  ...[
    "ana@customer.example NOTIFY=SUCCESS",
    "ana@customer.example SIZE=1",
    "ana＠customer.example",
    "ana@customer。example",
    "ana@customer.example\u0130",
    "undisclosed:ana@customer.example;",
  ],
];

test("no stored text becomes a command, a recipient or a sender", { timeout: 120_000 }, async (context) => {
  const said: string[] = [];
  hostile.mode = conversing({ EHLO: "250-x\r\n250-SMTPUTF8\r\n250-8BITMIME\r\n250-DSN\r\n250-SIZE 10000000\r\n250 PIPELINING\r\n" }, said);
  const one = mailer();
  let tried = 0;
  const tryOut = async (changed: Partial<Mail>) => {
    tried += 1;
    await one.send({ ...mail, ...changed }).catch((error: Error) => expect(error.name).toBe("MailNotTaken"));
  };
  for (const text of hostileTexts) {
    await tryOut({ from: { name: text, address: mail.from.address } });
    await tryOut({ subject: text });
    await tryOut({ text });
    await tryOut({ html: text });
  }
  for (const address of hostileAddresses) {
    await tryOut({ to: address });
    await tryOut({ alsoTo: [address] });
    await tryOut({ replyTo: address });
  }
  // The same through user input and site settings.
  const server = await startServer({ mailer: one });
  open.push({ server, mailer: one });
  for (const text of hostileTexts) {
    const name = text.slice(0, 79).padEnd(2, "x");
    const bundle = {
      site: { name, settings: { mail: { senderName: text.slice(0, 99) } } },
      forms: [{ ...contactForm(), name: text.slice(0, 199) }],
    };
    const plugins = { "svc.forms": { enabled: true, config: { notify: ["owner@customer.example"] } } };
    // A bundle cannot contain NUL.
    const site = await server.addSite({ ...bundle, plugins }).catch(() => undefined);
    if (!site) continue;
    await submitter(server, site)({ name: text.slice(0, 199), email: "ana@customer.example", message: text });
    for (const address of hostileAddresses.slice(tried % 7, (tried % 7) + 12)) {
      const body = JSON.stringify({
        email: address,
        password: "a long enough password",
        firstName: text.slice(0, 99),
        lastName: text.slice(0, 99),
      });
      await server.ask(`${shop}/auth/register`, { method: "POST", key: site.key, headers: { "content-type": "application/json" }, body });
      await submitter(server, site)({ name: "x", email: address, message: text });
      tried += 2;
    }
    await server.runTasks();
  }
  const sent = said.filter((line) => line === ".").length;
  const commands = (verb: string) => said.filter((line) => line.toUpperCase().startsWith(verb));
  // One sender for each mail, ours, whose options hold no address.
  expect(
    commands("MAIL FROM:").filter((line) => !/^MAIL FROM:<no-reply@vitrine\.example>( (BODY|SIZE|SMTPUTF8)[=A-Z0-9]*)*$/.test(line)),
  ).toEqual([]);
  expect(commands("MAIL FROM:").length).toBe(sent);
  expect(commands("DATA").length).toBe(sent);
  const others = commands("RCPT TO:").filter(
    (line) => !/^RCPT TO:<[^<>\s@,;"]+@[^<>\s@,;"]+>$/.test(line) || /@other\.example>$/.test(line),
  );
  expect(others).toEqual([]);
  expect(said.filter((line) => line !== "." && !/^(EHLO|MAIL FROM:|RCPT TO:|DATA$|QUIT$|RSET$|NOOP$)/.test(line))).toEqual([]);
  expect(sent).toBeGreaterThan(100);
  recordAttack(context, {
    attack: "SMTP commands and recipients in names, subjects, texts and addresses",
    unit: "mails, submissions and registrations",
    tried,
    promise: "each mail had one sender, ours, and no recipient but its own",
  });
});
