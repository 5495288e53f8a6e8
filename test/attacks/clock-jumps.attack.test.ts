import { existsSync, readdirSync, readFileSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, inject, test } from "vitest";
import { createClient, isVitrineError } from "../../client/src/index.ts";
import { openTestDatabase } from "../kit/database.ts";
import { startLoad, unexpected } from "../machines/load.ts";
import { publishSite, quiet } from "../machines/site.ts";
import { scratchFolder, serveProcess, vitrine } from "../kit/vitrine-process.ts";
import { recordAttack } from "./record.ts";

const soon = { timeout: 20_000, interval: 50 };
const password = "correct horse battery";

/** A library that gives a process another time: https://github.com/wolfcw/libfaketime. Warns if it is missing. */
function findLibrary(): string | undefined {
  const file = readdirSync("/usr/lib")
    .map((machine) => join("/usr/lib", machine, "faketime/libfaketime.so.1"))
    .find((candidate) => existsSync(candidate));
  if (file) return file;
  const why = "Not installed: libfaketime. The tests of clocks that jump are left out. On Debian: apt-get install libfaketime";
  if (process.env.CI === "true") throw new Error(why);
  console.warn(why);
  return undefined;
}

const library = findLibrary();

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A site whose server's clock the test moves: `set("-2h")` is relative to the real time. The monotonic clock stays. */
async function openMovable() {
  const folder = await scratchFolder();
  cleanups.push(() => folder.remove());
  const database = inject("database") === "postgres" ? await openTestDatabase() : undefined;
  if (database) cleanups.push(() => database.drop());
  const dataDir = join(folder.path, "data");
  const real = {
    ...quiet,
    ...(database ? { DATABASE_URL: database.url ?? "" } : {}),
    DATA_DIR: dataDir,
    HOST: "127.0.0.1",
    RATE_LIMITS: "on",
    // Small bursts last only as long as they fill up again.
    RATE_LIMIT_READS_BURST: "50",
    RATE_LIMIT_WRITES_PER_SECOND: "40",
    RATE_LIMIT_WRITES_BURST: "40",
    // The test is one client, and needs higher limits.
    RATE_LIMIT_CREDENTIALS_PER_MINUTE: "6000",
    RATE_LIMIT_PROCESSOR_MS_PER_SECOND: "1000",
    MAILS_PER_CLIENT_PER_HOUR: "100000",
    FORM_SUBMISSIONS_PER_CLIENT_PER_HOUR: "100000",
  };
  const site = await publishSite(real);
  const file = join(folder.path, "offset");
  const set = async (offset: string) => {
    await writeFile(`${file}.part`, `${offset}\n`);
    await rename(`${file}.part`, file);
  };
  await set("+0");
  const faked = { LD_PRELOAD: library ?? "", FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: "1", FAKETIME_DONT_FAKE_MONOTONIC: "1" };
  const start = async () => {
    const server = await serveProcess([], { ...real, ...faked, FAKETIME_DISABLE_SHM: "1" });
    cleanups.push(() => server.end("SIGKILL"));
    return server;
  };
  /** The token of the latest mail to the address. */
  const tokenTo = (address: string): string | undefined => {
    const mails = readdirSync(join(dataDir, "mail"))
      .filter((name) => name.endsWith(".json"))
      .map((name) => JSON.parse(readFileSync(join(dataDir, "mail", name), "utf8")) as { to: string; text: string });
    return mails.map(({ to, text }) => (to === address ? /token=([\w-]{43})/.exec(text)?.[1] : undefined)).find((token) => token);
  };
  return { real, set, site, start, tokenTo };
}

const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => "ok",
    (error: unknown) => (isVitrineError(error) ? `${error.status} ${error.code}` : String(error)),
  );

describe.skipIf(!library)("a server whose clock jumps", () => {
  test("keeps serving, loses nothing, and is right again once its clock is", { timeout: 180_000 }, async (context) => {
    const { set, site, start, tokenTo } = await openMovable();
    const server = await start();
    const { customers } = createClient({ baseUrl: server.url, apiKey: site.apiKey, retries: 0 });
    const load = startLoad({ urls: [server.url], apiKey: site.apiKey, clients: 3, pauseMs: 60 });
    const dateOf = async () => Date.parse((await fetch(`${server.url}/healthz`)).headers.get("date") ?? "") - Date.now();
    const hours = 60 * 60_000;
    const offsets = { "+0": 0, "+1h": hours, "-2h": -2 * hours, "+400d": 400 * 24 * hours };
    let jumps = 0;
    const jump = async (offset: keyof typeof offsets) => {
      await set(offset);
      jumps += 1;
      await expect.poll(async () => Math.abs((await dateOf()) - offsets[offset]), soon).toBeLessThan(60_000);
    };
    let people = 0;
    const register = async () => {
      const email = `person${(people += 1)}@example.com`;
      await customers.registerCustomer({ email, password });
      return email;
    };
    const mailedTo = async (email: string) => {
      await expect.poll(() => tokenTo(email), soon).toBeDefined();
      return tokenTo(email) ?? "";
    };
    const verify = (token: string) => outcomeOf(customers.verifyEmail({ token }));

    for (let round = 0; round < 4; round += 1) {
      await jump("+0");
      const [before, earlier, early] = [
        await mailedTo(await register()),
        await mailedTo(await register()),
        await mailedTo(await register()),
      ];
      await jump("+400d");
      // Expired for a year, and valid again once the clock was corrected.
      expect(await verify(before)).toBe("400 token_invalid");
      const guessed = await register();
      await verify(await mailedTo(guessed));
      let guesses = 0;
      while ((await outcomeOf(customers.logIn({ email: guessed, password: "wrong, as guessed" }))).startsWith("401")) guesses += 1;
      expect(guesses).toBe(10);
      const hurried = await register();
      await jump("+0");
      expect(await verify(before)).toBe("ok");
      // Tasks due in 400 days run now, and counts that began then are over.
      const late = await mailedTo(hurried);
      expect(await outcomeOf(customers.logIn({ email: guessed, password }))).toBe("ok");
      await jump("-2h");
      expect(await verify(earlier)).toBe("ok");
      const past = await mailedTo(await register());
      await jump("+1h");
      expect(await verify(past)).toBe("ok");
      expect(await verify(early)).toBe("ok");
      expect(await verify(await mailedTo(await register()))).toBe("ok");
      expect(late).not.toBe("");
    }
    await jump("+0");
    const before = load.tally();
    await expect
      .poll(
        () => ["getPage ok", "listProducts ok", "submitForm ok"].every((kind) => (load.tally()[kind] ?? 0) > (before[kind] ?? 0) + 5),
        soon,
      )
      .toBe(true);
    const tally = await load.stop();
    console.info(`${jumps} jumps: ${JSON.stringify(tally)}`);
    expect(unexpected(tally, / ok$/)).toEqual({});
    expect(server.output()).not.toContain("unexpected error");
    expect(await server.end("SIGTERM")).toBe(0);
    recordAttack(context, {
      attack: "The server's clock set by +1 h, −2 h and +400 days and back, under load",
      unit: "jumps",
      tried: jumps,
      promise: "every request got a response, no link worked after its time, each that was good did again, and mails went out",
    });
  });

  // needs: server-postgres. The embedded database has the server's clock.
  test.skipIf(inject("database") === "embedded")(
    "that is 400 days ahead from the start deletes nothing that is not old",
    { timeout: 180_000 },
    async (context) => {
      const { set, site, start, real } = await openMovable();
      const rightful = await start();
      const { forms } = createClient({ baseUrl: rightful.url, apiKey: site.apiKey, retries: 0 });
      await forms.submitForm({ slug: "contact", data: { text: "not old" } });
      expect(await rightful.end("SIGTERM")).toBe(0);
      const { stdout } = await vitrine(["site", "list", "--json"], real);
      const { slug } = (JSON.parse(stdout) as { slug: string }[])[0] ?? { slug: "" };
      const settings = { forms: { retentionDays: 30 } };
      const about = { slug, name: "A site", defaultLocale: "en", locales: ["en", "de", "pt-BR"], currency: "eur", settings };
      const { code, stderr } = await vitrine(["site", "import", "-"], real, JSON.stringify({ bundle: 1, site: about }));
      expect({ code, stderr }).toMatchObject({ code: 0 });

      await set("+400d");
      const wrong = await start();
      await expect.poll(() => wrong.output(), soon).toContain("the clocks of this machine and of the database differ");
      await expect.poll(() => wrong.output().split('"job":"').length - 1, soon).toBe(9);
      const submissions = await vitrine(["form", "submissions", slug, "contact", "--json"], real);
      expect(submissions.stdout).toContain("not old");
      expect((await vitrine(["doctor"], real)).stdout).toMatch(/ok {3}clock/);
      expect(await wrong.end("SIGTERM")).toBe(0);
      recordAttack(context, {
        attack: "A server that starts 400 days ahead of its database",
        unit: "jobs that delete",
        tried: 9,
        promise: "none deleted anything",
      });
    },
  );
});
