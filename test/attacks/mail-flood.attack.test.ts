import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text as streamText } from "node:stream/consumers";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../kit/database.ts";
import { contactForm } from "../kit/form-site.ts";
import { cms } from "../kit/harness.ts";
import { scratchFolder, serveProcess, vitrine, type ServingProcess } from "../kit/vitrine-process.ts";
import { recordAttack } from "./record.ts";

const people = (list: string) => Array.from({ length: 20 }, (_, index) => `${list}-${index}@shop.example`);
/** The limits of each site: a hundred mails about submissions an hour, and five hundred waiting mails. */
const forms = ["contact", "two", "three", "four", "five", "six", "seven"];
/** The mail server's time for each: longer while the queue is filled, so that it gets full on any machine. */
let perMailMs = 400;

interface Taken {
  to: string[];
  subject: string;
  text: string;
}

let folder: Awaited<ReturnType<typeof scratchFolder>>;
let database: TestDatabase | undefined;
let smtp: SMTPServer;
let server: ServingProcess;
let key: string;
const taken: Taken[] = [];

/** Accepts one mail after the other, each in its time, over any number of connections. */
function slowMailServer(): SMTPServer {
  let last = Promise.resolve();
  const taking = async (raw: string, to: string[]) => {
    const { subject = "", text = "" } = await PostalMime.parse(raw);
    await new Promise((resolve) => setTimeout(resolve, perMailMs));
    taken.push({ to, subject, text });
  };
  const mailServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    disableReverseLookup: true,
    closeTimeout: 100,
    onData: (stream, { envelope }, done) => {
      const to = envelope.rcptTo.map(({ address }) => address);
      streamText(stream).then(
        (raw) => (last = last.then(() => taking(raw, to)).then(() => done())),
        // The server stopped in the middle of it.
        () => undefined,
      );
    },
  });
  mailServer.on("error", () => undefined);
  return mailServer;
}

beforeAll(async () => {
  folder = await scratchFolder();
  if (inject("database") === "postgres") database = await openTestDatabase();
  smtp = slowMailServer();
  smtp.listen(0, "127.0.0.1");
  await once(smtp.server, "listening");
  const env = {
    DATA_DIR: join(folder.path, "data"),
    SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    MAIL_FROM: "no-reply@vitrine.example",
    RATE_LIMITS: "off",
    ...(database?.url ? { DATABASE_URL: database.url, SECRET_KEY: Buffer.alloc(32, 7).toString("base64"), METRICS: "on" } : {}),
  };
  server = await serveProcess([], env);
  const bundle = {
    bundle: 1,
    site: {
      slug: "flooded",
      name: "Flooded",
      defaultLocale: "en",
      locales: ["en"],
      currency: "eur",
      settings: { forms: { notify: people("owner") } },
    },
    apiKeys: [{ name: "web" }],
    forms: forms.map((slug) => ({ ...contactForm(), slug })),
    plugins: { "svc.forms": { enabled: true, config: { notify: people("desk") } } },
  };
  const imported = await vitrine(["site", "import", "-", "--json"], env, JSON.stringify(bundle));
  key = (JSON.parse(imported.stdout) as { newKeys: { key: string }[] }).newKeys[0]?.key ?? "";
}, 120_000);
afterAll(async () => {
  await server.end("SIGKILL");
  await new Promise<void>((resolve) => smtp.close(resolve));
  await folder.remove();
  await database?.drop();
});

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { method: "POST", headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) });

let submitted = 0;
async function submit(form: string): Promise<void> {
  const data = { name: "Ada", email: "ada@example.com", message: `number ${(submitted += 1)} of all` };
  const answer = await post(`${cms}/plugins/svc.forms/forms/${form}/submit`, { data }, { "x-api-key": key });
  expect(answer.status).toBe(202);
  await answer.arrayBuffer();
}

/** Requests a site, and demands that the code reaches the mail server within two seconds of the response. */
async function signUp(number: number): Promise<void> {
  const email = `owner-${number}@new.example`;
  const body = { siteName: "New", siteSlug: `new-${number}`, email, password: "a long password of mine" };
  expect((await post(`${cms}/signup`, body)).status).toBe(200);
  const isThere = () => taken.some(({ to, text }) => to.join() === email && /\b\d{6}\b/.test(text));
  await expect.poll(isThere, { timeout: 2_000, interval: 20 }).toBe(true);
}

test("a flood of one site's mails does not delay another's code, and each of them arrives once", { timeout: 180_000 }, async (context) => {
  const [first = "", ...others] = forms;
  for (let index = 0; index < 50; index += 1) await submit(first);
  const flood = others.flatMap((form) => Array.from({ length: 100 }, () => form));
  const submitAll = async () => {
    for (let form = flood.shift(); form !== undefined; form = flood.shift()) await submit(form);
  };
  await Promise.all(Array.from({ length: 8 }, submitAll));

  perMailMs = 50;
  let isOver = false;
  let codes = 0;
  const signups = (async () => {
    while (!isOver) {
      await signUp((codes += 1));
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  })();
  const more = (async () => {
    for (let index = 0; index < 50; index += 1) await submit(first);
  })();
  await Promise.all([more, Promise.race([signups, more])]);

  const skippedIn = (output: string) =>
    [...output.matchAll(/"kind":"form-mail","skipped":(\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0);
  const notices = () => taken.filter(({ subject }) => subject.startsWith("New submission"));
  const ended = expect.poll(() => notices().length + skippedIn(server.output()), { timeout: 120_000, interval: 200 }).toBe(submitted);
  await Promise.race([ended, signups]);
  isOver = true;
  await Promise.all([ended, signups]);

  const numbers = notices().map(({ text }) => Number(/number (\d+) of all/.exec(text)?.[1]));
  expect(new Set(numbers).size).toBe(numbers.length);
  // More mails than the limit were requested, so some were skipped; and never one of the first.
  expect([submitted, numbers.length >= 500, numbers.length < submitted]).toEqual([700, true, true]);
  expect(numbers).toEqual(expect.arrayContaining(Array.from({ length: 50 }, (_, index) => index + 1)));
  for (const { to } of notices()) expect(to).toEqual([...people("owner"), ...people("desk")]);
  expect(codes).toBeGreaterThan(10);
  recordAttack(context, {
    attack: "A flood of one site's mails through a slow mail server",
    unit: "submissions and signups",
    tried: submitted + codes,
    promise: "each signup's code arrived within 2 s, each submission was kept, and each of its mails that was not skipped arrived once",
  });
});
