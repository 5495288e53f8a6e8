import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../kit/database.ts";
import { startServer, type TestServer } from "../kit/harness.ts";
import { otherCode, signer, signupPassword } from "../kit/signer.ts";
import type { Mail } from "../../server/src/ports/mailer.ts";
import { MailNotTaken } from "../../server/src/ports/mailer.ts";

let database: TestDatabase;
let server: TestServer;
const mailed: Mail[] = [];
let isAway = false;
beforeAll(async () => {
  database = await openTestDatabase();
  const mailer = {
    send: async (mail: Mail) => {
      mailed.push(mail);
      if (isAway) throw new MailNotTaken("ECONNECTION");
    },
    close: async () => undefined,
  };
  server = await startServer({ database, mailer, local: true });
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

/** Every row of every table, as text. */
async function dump(): Promise<string> {
  const tables = await database.sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`;
  const texts: string[] = [];
  for (const { name } of tables) {
    const text = [`select to_jsonb(${name})::text as row from ${name}`];
    const rows = await database.sql<{ row: string }>(Object.assign(text, { raw: text }));
    texts.push(...rows.map(({ row }) => row));
  }
  expect(tables.length).toBeGreaterThan(20);
  return texts.join("\n");
}

/** The digits on their own: as a part of a longer number or a hash they are not the code. */
const shows = (text: string, code: string) => new RegExp(`(?<![0-9A-Za-z])${code}(?![0-9A-Za-z])`).test(text);

test("the code is only in the mail, and the password nowhere", async () => {
  const said: string[] = [];
  const { begin, resend, verify } = signer({
    ask: async (...args) => {
      const answer = await server.ask(...args);
      said.push(answer.text, JSON.stringify([...answer.headers]));
      return answer;
    },
    runTasks: () => server.runTasks(),
    mails: [],
  });
  const codes = () => mailed.map(({ text }) => /^\d{6}$/m.exec(text)?.[0] ?? "");

  const signup = await begin();
  isAway = true;
  await server.runTasks();
  said.push(await dump());
  isAway = false;
  server.clock.advance(60_000);
  await server.runTasks();
  // Made anew for the second try: a stored hash of the first opens nothing.
  expect(codes()).toHaveLength(2);
  await verify(signup.verificationId, otherCode(codes()[1] ?? ""));
  said.push(await dump());
  await resend(signup.verificationId);
  await server.runTasks();
  said.push(await dump());
  await verify(signup.verificationId, otherCode(codes()[2] ?? ""));
  expect((await verify(signup.verificationId, codes()[2] ?? "")).status).toBe(200);
  said.push(await dump(), (await server.ask("/metrics")).text, server.logged());

  const everything = said.join("\n");
  expect(everything).toContain(signup.email);
  for (const code of codes()) {
    expect(code).toMatch(/^\d{6}$/);
    expect(shows(everything, code)).toBe(false);
    // In the notation of a dump for bytes.
    expect(everything).not.toContain(`\\x${Buffer.from(code).toString("hex")}`);
  }
  expect(everything).not.toContain(signupPassword);
  expect(shows(`"code": "${codes()[0]}"`, codes()[0] ?? "")).toBe(true);
  // Nor is it in the log of requests.
  expect(server.logged()).not.toContain(signup.verificationId);
  expect(server.logged()).not.toContain(signup.email);
});

test("the stored form of a code fits that code of that signup alone, and opens with the server's secret only", async () => {
  const { signupCode } = await import("../../server/src/features/people/signup/code.ts");
  const { hashCode, isCode } = await import("../../server/src/lib/secrets/mailed-code.ts");
  const { KeyRing } = await import("../../server/src/lib/secrets/secret.ts");
  const [old, fresh] = [
    { id: "old", bytes: new Uint8Array(32).fill(1) },
    { id: "fresh", bytes: new Uint8Array(32).fill(2) },
  ];
  const place = { id: "a", generation: 1 };
  const hash = hashCode(new KeyRing([old]), signupCode(place), "123456");
  expect(isCode(new KeyRing([old]), signupCode(place), hash, "123456")).toBe(true);
  // While SECRET_KEY is being replaced.
  expect(isCode(new KeyRing([fresh, old]), signupCode(place), hash, "123456")).toBe(true);
  expect(isCode(new KeyRing([fresh]), signupCode(place), hash, "123456")).toBe(false);
  expect(isCode(new KeyRing([old]), signupCode({ ...place, generation: 2 }), hash, "123456")).toBe(false);
  expect(isCode(new KeyRing([old]), signupCode({ ...place, id: "b" }), hash, "123456")).toBe(false);
  expect(isCode(new KeyRing([old]), signupCode(place), hash, "123457")).toBe(false);
  expect(isCode(new KeyRing([old]), signupCode(place), null, "123456")).toBe(false);
});

test("codes are spread over the whole range", async () => {
  const { newCode } = await import("../../server/src/lib/secrets/mailed-code.ts");
  const codes = Array.from({ length: 20_000 }, () => newCode(6));
  expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true);
  expect(new Set(codes).size).toBeGreaterThan(19_500);
  // Each first digit 2 000 times, give or take six standard deviations.
  for (let digit = 0; digit < 10; digit += 1) {
    const count = codes.filter((code) => code.startsWith(String(digit))).length;
    expect(Math.abs(count - 2_000)).toBeLessThan(6 * Math.sqrt(20_000 * 0.1 * 0.9));
  }
});
