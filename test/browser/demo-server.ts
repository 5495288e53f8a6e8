import { join } from "node:path";
import PostalMime from "postal-mime";
import { expect, inject, vi } from "vitest";
import { openTestDatabase, type TestDatabase } from "../kit/database.ts";
import { copyDemoFolder } from "../kit/demo-folder.ts";
import { freePort } from "../kit/free-port.ts";
import { startMailServer } from "../kit/mail-server.ts";
import { scratchFolder, serveProcess } from "../kit/vitrine-process.ts";

export type DemoServer = Awaited<ReturnType<typeof startDemoServer>>;

/**
 * A server process with the demo site: as on a laptop, or on a PostgreSQL database of its own. There it prints no link that signs in, and has
 * no page of mails: a mail server takes them.
 */
export async function startDemoServer() {
  const folder = await scratchFolder();
  const port = await freePort();
  const closers: (() => Promise<unknown>)[] = [() => folder.remove()];
  // The port is named, and not 0: the pictures' addresses have it.
  const data = join(folder.path, "data");
  const env: Record<string, string> = {
    DATA_DIR: data,
    PORT: String(port),
    SANDBOX_PORT: String(await freePort()),
    RATE_LIMITS: "off",
  };
  let database: TestDatabase | undefined;
  let mails: Awaited<ReturnType<typeof startMailServer>> | undefined;
  if (inject("database") === "postgres") {
    database = await openTestDatabase();
    mails = await startMailServer();
    closers.push(database.drop, mails.close);
    Object.assign(env, {
      DATABASE_URL: database.url,
      SECRET_KEY: Buffer.alloc(32, 11).toString("base64"),
      SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
      MAIL_FROM: "no-reply@fjord-and-form.example",
    });
  } else await copyDemoFolder(data);
  let server = await serveProcess(["--demo"], env);
  closers.push(() => server.end("SIGTERM"));
  await vi.waitUntil(() => server.output().includes("Stop it with"), { timeout: 60_000 });
  const origin = `http://localhost:${port}`;

  const readMails = async (): Promise<string[]> => {
    if (mails) return Promise.all(mails.taken.map(async ({ to, raw }) => `${to.join()} ${(await PostalMime.parse(raw)).html ?? ""}`));
    const list = await (await fetch(`${origin}/dev/mail`)).text();
    const ids = [...list.matchAll(/\/dev\/mail\/([\w-]+)"/g)].map(([, id]) => id ?? "");
    return Promise.all(ids.map(async (id) => (await fetch(`${origin}/dev/mail/${id}`)).text()));
  };

  return {
    env,
    origin,
    folder: folder.path,
    output: () => server.output(),
    /** The link with this part in a mail to the address, once it is there. */
    async mailed(email: string, part: string): Promise<string> {
      const find = (text: string) => new RegExp(`http[^"<\\s]*${part}[^"<\\s]*`).exec(text)?.[0];
      let link: string | undefined;
      await expect
        .poll(async () => {
          const mail = (await readMails()).find((text) => text.includes(email) && text.includes(part));
          return (link = mail && find(mail));
        })
        .toBeDefined();
      return (link ?? "").replaceAll("&amp;", "&");
    },
    /** Kills the process, in the middle of anything. */
    kill: () => server.end("SIGKILL"),
    /** Starts another process with the same data, at the same port. */
    async startAgain(): Promise<void> {
      server = await serveProcess(["--demo"], env);
    },
    async close(): Promise<void> {
      for (const close of closers.reverse()) await close();
    },
  };
}
