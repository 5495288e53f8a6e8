import { afterEach, expect, test } from "vitest";
import { startServer, type TestServer, type TestServerOptions } from "../../../../../test/kit/harness.ts";
import { argon2Passwords } from "../../../adapters/argon2-passwords.ts";
import type { Database, Sql } from "../../../ports/database.ts";
import { addAdmin, asAdmin } from "../../../../../test/kit/admins.ts";
import { openTestDatabase, replaceSql } from "../../../../../test/kit/database.ts";
import { password, storefront } from "../../../../../test/kit/shopper.ts";

// Whether there is an account must not show in how long an answer takes (A2). Asked about an account and about none in
// turns, the fastest thirds of both are compared, as an attacker would who knows that a busy machine only ever adds: how often
// is the one longer than the other? 0.5 when nothing shows, 1 when everything does. The bound is about four times the
// deviation that chance has with so many; and a server that leaks, made here on purpose, must be outside of it, or this
// would prove nothing. A machine that is busy by turns can hide either once, and hardly three times.

const pairs = 300;
const bound = 0.2;
const leak = 0.5 + bound;

let server: TestServer;
afterEach(() => server.stop());

const requests = {
  "/auth/login": (email: string) => ({ email, password: "not the password" }),
  "/auth/request-password-reset": (email: string) => ({ email, resetUrlBase: "https://shop.example/r" }),
  "/auth/request-email-verification": (email: string) => ({ email, verifyUrlBase: "https://shop.example/v" }),
};
/** The same of people who run sites. */
const adminRequests = {
  "/session": (email: string) => ({ email, password: "not the password" }),
  "/password-reset": (email: string) => ({ email }),
};
type Path = keyof typeof requests | keyof typeof adminRequests;
const isOfAdmin = (path: Path): path is keyof typeof adminRequests => path in adminRequests;
const paths = [...Object.keys(requests), ...Object.keys(adminRequests)] as Path[];

/** How often a request about an account takes longer than one about none, of all pairs of times. */
async function distinguishability(options: TestServerOptions, path: Path): Promise<number> {
  server = await startServer(options);
  const store = storefront(server, await server.addSite());
  await (isOfAdmin(path) ? addKnownAdmin() : store.register("known@example.com"));
  await server.runTasks();
  const times = { known: [] as number[], unknown: [] as number[] };
  const ask = async (who: keyof typeof times) => {
    const email = `${who}@example.com`;
    const body = isOfAdmin(path) ? adminRequests[path](email) : requests[path](email);
    const began = performance.now();
    const { status } = await (isOfAdmin(path) ? asAdmin(server).post(path, body) : store.post(path, body));
    times[who].push(performance.now() - began);
    expect([200, 202, 401]).toContain(status);
  };
  for (let pair = 0; pair < pairs; pair += 1) {
    if (pair % 5 === 0) {
      // Out of reach of the limit on failed logins; the site is read anew then, by neither of the two.
      server.clock.advance(16 * 60_000);
      await store.post("/auth/verify-email", { token: "x" });
    }
    // Either goes first as often as the other.
    await ask(pair % 2 === 0 ? "known" : "unknown");
    await ask(pair % 2 === 0 ? "unknown" : "known");
  }
  const faster = (all: number[]) => all.sort((a, b) => a - b).slice(0, pairs / 3);
  const [ofKnown, ofUnknown] = [faster(times.known), faster(times.unknown)];
  let longer = 0;
  for (const knownTime of ofKnown) for (const unknown of ofUnknown) longer += knownTime > unknown ? 1 : knownTime === unknown ? 0.5 : 0;
  return longer / (ofKnown.length * ofUnknown.length);
}

/** With a password that this server hashed. */
async function addKnownAdmin(): Promise<void> {
  const { id } = await addAdmin(server, { email: "known@example.com" });
  const hash = await server.deps.passwords.turn({ group: "admins", client: "" }, (hashing) => hashing.hash(password));
  await server.deps.sql`update admins set password_hash = ${hash} where id = ${id}`;
}

/** As on a server that takes its time for passwords. */
const realistic = argon2Passwords({ memoryCost: 4_096, timeCost: 1, parallelism: 1 });

test.each(paths)("%s takes as long for an account as for none", { timeout: 120_000, retry: 2 }, async (path) => {
  const distinction = await distinguishability({ hashing: realistic }, path);
  expect(Math.abs(distinction - 0.5), `distinguishable to ${distinction}`).toBeLessThan(bound);
});

test("a login that hashes nothing when there is no account would be noticed", { timeout: 120_000, retry: 2 }, async () => {
  const leaky = {
    ...realistic,
    verify: async (hash: string | null, sentPassword: string) => hash !== null && realistic.verify(hash, sentPassword),
  };
  for (const path of ["/auth/login", "/session"] as const) {
    expect(await distinguishability({ hashing: leaky }, path)).toBeGreaterThan(leak);
    await server.stop();
  }
  server = await startServer();
});

test.each(["/auth/request-password-reset", "/auth/request-email-verification", "/password-reset"] as const)(
  "%s would be noticed if it wrote more for an account",
  { timeout: 120_000, retry: 2 },
  async (path) => {
    const database = await openTestDatabase();
    const distinction = await distinguishability({ database, throughSql: (sql) => withRowForKnown(sql) }, path);
    await database.drop();
    expect(distinction).toBeGreaterThan(leak);
  },
);

/** Writes two rows more when it is about the account that is there: a token and its mail, as one would think to do. */
function withRowForKnown(sql: Database): Database {
  const leaking: Sql = async (strings, ...values) => {
    const rows = await sql<never>(strings, ...values);
    const isAboutKnown = values.some((value) => String(value).includes('"known@'));
    for (let row = 0; isAboutKnown && strings.join("").includes("insert into outbox") && row < 2; row += 1) {
      await sql`
        insert into outbox (id, kind, payload, due_at, created_at)
        values (gen_random_uuid(), 'x', '{}', now() + interval '1 year', now())`;
    }
    return rows;
  };
  return replaceSql(sql, leaking);
}
