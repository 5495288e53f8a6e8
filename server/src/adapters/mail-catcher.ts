import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../ports/clock.ts";
import type { Ids } from "../ports/ids.ts";
import { type CaughtMail, type CaughtMails, type Mail, type Mailer, MailNotTaken } from "../ports/mailer.ts";

const maxKeptMails = 500;

/** Opens the mail-catcher of a folder, with the mails in it. Other files are left alone. */
export async function openMailCatcher({ folder, clock, ids }: { folder: string; clock: Clock; ids: Ids }): Promise<Mailer & CaughtMails> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const names = await readdir(folder);
  // Unfinished files of a process that ended while it wrote.
  for (const name of names.filter((name) => name.endsWith(unfinished))) await rm(join(folder, name), { force: true });
  const storedMails = await Promise.all(names.filter((name) => name.endsWith(".json")).map((name) => readMail(folder, name)));
  const mails = storedMails.filter((mail) => mail !== undefined).sort((a, b) => (newer(a, b) ? -1 : 1));
  const catcher = new MailCatcher({ folder, clock, ids }, mails);
  await catcher.forgetOldest();
  return catcher;
}

const unfinished = ".json.part";

/** Keeps mails instead of sending them, the newest 500, one file each, readable by this user alone. */
class MailCatcher implements Mailer, CaughtMails {
  readonly #parts: { folder: string; clock: Clock; ids: Ids };
  /** Newest first. */
  readonly #mails: CaughtMail[];
  #lastWrite: Promise<void> = Promise.resolve();

  constructor(parts: { folder: string; clock: Clock; ids: Ids }, mails: CaughtMail[]) {
    this.#parts = parts;
    this.#mails = mails;
  }

  async send({ to, alsoTo, from, replyTo, subject, text, html }: Mail): Promise<void> {
    const { clock, ids } = this.#parts;
    const caught = { id: ids.next(), caughtAt: clock.now().toISOString() };
    const others = { ...(alsoTo === undefined ? {} : { alsoTo: [...alsoTo] }), ...(replyTo === undefined ? {} : { replyTo }) };
    const mail = { ...caught, to, from: { ...from }, ...others, subject, text, html };
    // One after another, so that the order of the list is that of the sending.
    const write = this.#lastWrite.then(() => this.#keep(mail));
    this.#lastWrite = write.catch(() => undefined);
    await write;
  }

  list(): CaughtMail[] {
    return [...this.#mails];
  }

  find(id: string): CaughtMail | undefined {
    return this.#mails.find((mail) => mail.id === id);
  }

  close(): Promise<void> {
    return this.#lastWrite;
  }

  async forgetOldest(): Promise<void> {
    for (const { id } of this.#mails.splice(maxKeptMails)) await rm(this.#fileOf(id), { force: true });
  }

  async #keep(mail: CaughtMail): Promise<void> {
    const file = this.#fileOf(mail.id);
    try {
      await writeFile(file + ".part", JSON.stringify(mail, undefined, 2), { mode: 0o600, flag: "wx" });
      await rename(file + ".part", file);
    } catch (error) {
      throw new MailNotTaken((error as NodeJS.ErrnoException).code ?? "EUNKNOWN");
    }
    this.#mails.unshift(mail);
    await this.forgetOldest().catch(() => undefined);
  }

  #fileOf(id: string): string {
    return join(this.#parts.folder, `${id}.json`);
  }
}

async function readMail(folder: string, name: string): Promise<CaughtMail | undefined> {
  try {
    const mail = JSON.parse(await readFile(join(folder, name), "utf8")) as CaughtMail;
    const texts = [mail.to, ...(mail.alsoTo ?? []), mail.from.name, mail.from.address, mail.subject, mail.text, mail.html, mail.caughtAt];
    const isWhole = texts.every((text) => typeof text === "string") && ["string", "undefined"].includes(typeof mail.replyTo);
    // Named by its id, so that the deleted file is the one that became too old.
    return isWhole && name === `${mail.id}.json` ? mail : undefined;
  } catch {
    return undefined;
  }
}

function newer(a: CaughtMail, b: CaughtMail): boolean {
  return a.caughtAt === b.caughtAt ? a.id > b.id : a.caughtAt > b.caughtAt;
}
