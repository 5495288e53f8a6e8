import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { TestClock } from "../../../test/kit/harness.ts";
import type { Mail } from "../ports/mailer.ts";
import { openMailCatcher } from "./mail-catcher.ts";
import { systemIds as ids } from "./system.ts";

let scratch: string;
let folder: string;
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), "vitrine-mail-"));
  folder = join(scratch, "mail");
});
afterEach(() => rm(scratch, { recursive: true, force: true }));

const clock = new TestClock();
const open = () => openMailCatcher({ folder, clock, ids });
const mail = (subject: string): Mail => ({
  to: "ana@customer.example",
  from: { name: "Fjord & Form", address: "no-reply@shop.example" },
  subject,
  text: "Hello",
  html: "<p>Hello</p>",
});
const subjects = (catcher: Awaited<ReturnType<typeof open>>) => catcher.list().map(({ subject }) => subject);

test("mails are kept, newest first, and found by their id", async () => {
  const catcher = await open();
  expect(catcher.list()).toEqual([]);
  await Promise.all(["first", "second", "third"].map((subject) => catcher.send(mail(subject))));
  expect(subjects(catcher)).toEqual(["third", "second", "first"]);
  const [newest] = catcher.list();
  expect(newest).toEqual({ ...mail("third"), id: newest?.id, caughtAt: clock.now().toISOString() });
  expect(catcher.find(newest?.id ?? "")).toEqual(newest);
  expect(catcher.find("../../etc/passwd")).toBeUndefined();
});

test("mails survive a restart, in the same order", async () => {
  const before = await open();
  for (const subject of ["a", "b", "c"]) await before.send({ ...mail(subject), ...(subject === "b" ? { replyTo: "b@shop.example" } : {}) });
  await before.close();
  const after = await open();
  expect(after.list()).toEqual(before.list());
  expect(after.list().map(({ replyTo }) => replyTo)).toEqual([undefined, "b@shop.example", undefined]);
  clock.advance(1_000);
  await after.send(mail("d"));
  expect(subjects(await open())).toEqual(["d", "c", "b", "a"]);
});

test("the other recipients of a mail are kept with it", async () => {
  const alsoTo = ["bea@customer.example", "cy@customer.example"];
  await (await open()).send({ ...mail("several"), alsoTo });
  expect((await open()).list()).toMatchObject([{ to: "ana@customer.example", alsoTo }]);
});

test("no other user of the machine can read them", async () => {
  const catcher = await open();
  await catcher.send(mail("private"));
  const [name] = await readdir(folder);
  expect(((await stat(folder)).mode & 0o777).toString(8)).toBe("700");
  expect(((await stat(join(folder, name ?? ""))).mode & 0o777).toString(8)).toBe("600");
});

test("the newest 500 are kept, in memory and in the folder", async () => {
  const catcher = await open();
  await Promise.all(Array.from({ length: 510 }, (_, index) => catcher.send(mail(String(index)))));
  expect(subjects(catcher)).toHaveLength(500);
  expect([subjects(catcher)[0], subjects(catcher).at(-1)]).toEqual(["509", "10"]);
  expect(await readdir(folder)).toHaveLength(500);
  expect(subjects(await open())).toEqual(subjects(catcher));
});

test("other files are left alone, and an unfinished one is removed", async () => {
  const catcher = await open();
  await catcher.send(mail("real"));
  const real = (await readdir(folder))[0] ?? "";
  const strangers = {
    "broken.json": "{",
    "other.json": '{"id":"other"}',
    "null.json": "null",
    "notes.txt": "x",
    "copy.json": await readFile(join(folder, real), "utf8"),
  };
  for (const [name, text] of Object.entries(strangers)) await writeFile(join(folder, name), text);
  await writeFile(join(folder, "half.json.part"), '{"id":');
  expect(subjects(await open())).toEqual(["real"]);
  expect((await readdir(folder)).sort()).toEqual([real, ...Object.keys(strangers)].sort());
});

test("a mail that cannot be written is rejected without a trace of its content, and the next one is accepted", async () => {
  const catcher = await open();
  await rm(folder, { recursive: true });
  const failure = await catcher.send(mail("lost")).catch((error: unknown) => error);
  expect(String(failure)).toBe("MailNotTaken: The mail was not taken: ENOENT.");
  const again = await open();
  await Promise.all([catcher.send(mail("kept")), again.close()]);
  expect(subjects(catcher)).toEqual(["kept"]);
});
