import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../kit/database.ts";
import { startServer, type Answer, type TestServer } from "../kit/harness.ts";
import { newSignup, otherCode, problemOf, signer } from "../kit/signer.ts";

const minute = 60_000;
const many = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

// Two servers on one database, called in turn, so that no state of one process decides.
let database: TestDatabase;
let servers: TestServer[];
beforeAll(async () => {
  database = await openTestDatabase();
  const first = await startServer({ database });
  servers = [first, await startServer({ database, secrets: first.deps.secrets })];
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  await database.drop();
});

let asked = 0;
const ofAll = {
  ask: (...args: Parameters<TestServer["ask"]>) => (servers[(asked += 1) % 2] as TestServer).ask(...args),
  runTasks: async () => void (await Promise.all(servers.map((server) => server.runTasks()))),
  get mails() {
    return servers.flatMap(({ mails }) => mails).sort((a, b) => (a.id < b.id ? -1 : 1));
  },
};
const { start, resend, verify, codeFor, begin } = signer(ofAll);
const pass = (milliseconds: number) => servers.forEach(({ clock }) => clock.advance(milliseconds));

/** The number of responses of each kind. */
function tally(answers: Parameters<typeof problemOf>[0][]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const answer of answers) {
    const [status, code] = problemOf(answer);
    const kind = status === 200 ? "200" : code;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

/** All results of signups, and whether each site is whole: one owner, one key, its content. */
async function readSites(emails: string[]): Promise<{ slug: string; owner: string; keys: number; pages: number }[]> {
  return database.sql<{ slug: string; owner: string; keys: number; pages: number }>`
    select
      sites.slug,
      admins.email as owner,
      (select count(*)::int from api_keys where api_keys.site_id = sites.id and api_keys.revoked_at is null) as keys,
      (select least(count(*), 1)::int from published_places where published_places.site_id = sites.id and slug = 'home') as pages
    from sites
    join members on members.site_id = sites.id and members.role = 'OWNER'
    join admins on admins.id = members.admin_id
    where admins.email = any (${emails}::text[])`;
}
const sitesNamed = (slug: string) => database.sql<{ id: string }>`select id from sites where slug = ${slug}`;
const adminsOf = (emails: string[]) => database.sql<{ id: string }>`select id from admins where email = any (${emails}::text[])`;

test("a hundred right codes at once create one site", async () => {
  const { verificationId, email, siteSlug } = await begin();
  const code = await codeFor(email);
  expect(tally(await many(100, () => verify(verificationId, code)))).toEqual({ "200": 1, already_verified: 99 });
  expect(await readSites([email])).toEqual([{ slug: siteSlug, owner: email, keys: 1, pages: 1 }]);
  expect(problemOf(await verify(verificationId, code))).toEqual([409, "already_verified"]);
});

test("right codes do not use up each other's attempts: after any wrong ones before, all but one get the response for a finished signup", async () => {
  for (let wrong = 0; wrong < 5; wrong += 1) {
    const { verificationId, email } = await begin();
    const code = await codeFor(email);
    for (let guess = 1; guess <= wrong; guess += 1) await verify(verificationId, otherCode(code, guess));
    const answers = await many(10, () => verify(verificationId, code));
    expect([wrong, tally(answers)]).toEqual([wrong, { "200": 1, already_verified: 9 }]);
  }
});

test("a code waits for the holder of its signup, also longer than a statement waits for a row", async () => {
  const { verificationId, email } = await begin();
  const code = await codeFor(email);
  let answers: Promise<Answer[]> = Promise.resolve([]);
  await database.sql.begin(async (tx) => {
    await tx`select id from signup_challenges where id = ${verificationId} for update`;
    answers = many(3, () => verify(verificationId, code));
    await wait(1_500);
  });
  expect(tally(await answers)).toEqual({ "200": 1, already_verified: 2 });
});

test("wrong codes during the creation of the site get the response for a finished signup, or are counted before it", async () => {
  for (let round = 0; round < 10; round += 1) {
    const { verificationId, email } = await begin();
    const code = await codeFor(email);
    const right = verify(verificationId, code);
    const counts = tally(await many(20, (index) => verify(verificationId, otherCode(code, index + 1))));
    const { already_verified: late = 0, code_invalid: counted = 0 } = counts;
    if ((await right).status === 200) expect([late + counted, counted < 5]).toEqual([20, true]);
    else expect(counts).toEqual({ code_invalid: 4, too_many_attempts: 1, challenge_cancelled: 15 });
  }
});

test("of a hundred guesses at once five are checked", async () => {
  const { verificationId, email, siteSlug } = await begin();
  const code = await codeFor(email);
  const answers = await many(100, (index) => verify(verificationId, otherCode(code, index + 1)));
  expect(tally(answers)).toEqual({ code_invalid: 4, too_many_attempts: 1, challenge_cancelled: 95 });
  const remaining = answers.flatMap(({ json }) => (json as { attemptsRemaining?: number }).attemptsRemaining ?? []);
  expect(remaining.sort()).toEqual([1, 2, 3, 4]);
  expect(problemOf(await verify(verificationId, code))).toEqual([410, "challenge_cancelled"]);
  expect([await sitesNamed(siteSlug), await adminsOf([email])]).toEqual([[], []]);
});

test("right and wrong codes at once create one site or none, and never are more than five checked", async () => {
  let sites = 0;
  for (let round = 0; round < 10; round += 1) {
    const { verificationId, email, siteSlug } = await begin();
    const code = await codeFor(email);
    const counts = tally(await many(40, (index) => verify(verificationId, index % 4 === 0 ? code : otherCode(code, index))));
    const { "200": right = 0, code_invalid: wrong = 0, too_many_attempts: last = 0 } = counts;
    expect(right).toBeLessThanOrEqual(1);
    expect(right + wrong + last).toBeLessThanOrEqual(5);
    expect(await readSites([email])).toHaveLength(right);
    expect([(await sitesNamed(siteSlug)).length, (await adminsOf([email])).length]).toEqual([right, right]);
    sites += right;
  }
  expect(sites).toBeGreaterThan(0);
});

test("fifty signups that request one slug and verify their addresses at once create one site", async () => {
  const { siteSlug } = newSignup();
  const signups = await many(50, () => begin({ siteSlug }));
  await ofAll.runTasks();
  const codes = new Map(await Promise.all(signups.map(async ({ email }) => [email, await codeFor(email)] as const)));
  const answers = await Promise.all(signups.map(({ verificationId, email }) => verify(verificationId, codes.get(email) ?? "")));
  expect(tally(answers)).toEqual({ "200": 1, site_slug_taken: 49 });
  const winner = signups[answers.findIndex(({ status }) => status === 200)];
  const emails = signups.map(({ email }) => email);
  expect(await readSites(emails)).toEqual([{ slug: siteSlug, owner: winner?.email, keys: 1, pages: 1 }]);
  expect(await adminsOf(emails)).toHaveLength(1);
  const loser = signups.find((signup) => signup !== winner);
  expect(problemOf(await resend(loser?.verificationId ?? ""))).toEqual([410, "challenge_cancelled"]);
});

test("one address that verifies nine times at once gets one site", async () => {
  const { email } = newSignup();
  const signups: { verificationId: string; siteSlug: string; code: string }[] = [];
  for (let times = 0; times < 9; times += 1) {
    const { verificationId, siteSlug } = await begin({ email });
    signups.push({ verificationId, siteSlug, code: await codeFor(email) });
    pass(minute);
  }
  const answers = await Promise.all(signups.map(({ verificationId, code }) => verify(verificationId, code)));
  expect(tally(answers)).toEqual({ "200": 1, email_taken: 8 });
  expect(await readSites([email])).toHaveLength(1);
  const slugs = signups.map(({ siteSlug }) => siteSlug);
  const sites = await database.sql<{ slug: string }>`select slug from sites where slug = any (${slugs}::text[])`;
  expect(sites).toHaveLength(1);
});

test("of fifty signups of one address at once one is accepted, and one code is mailed", async () => {
  const { email } = newSignup();
  const counts = tally(await many(50, () => start({ ...newSignup(), email })));
  expect(counts).toEqual({ "200": 1, resend_cooldown: 49 });
  await ofAll.runTasks();
  expect(ofAll.mails.filter(({ to }) => to === email)).toHaveLength(1);
});

test("of fifty resends at once one is accepted, and one code is mailed", async () => {
  const { verificationId, email } = await begin();
  await codeFor(email);
  pass(minute);
  expect(tally(await many(50, () => resend(verificationId)))).toEqual({ "200": 1, resend_cooldown: 49 });
  await ofAll.runTasks();
  expect(ofAll.mails.filter(({ to }) => to === email)).toHaveLength(2);
});

test("a code is never both ended by a resend and accepted after it", async () => {
  for (let round = 0; round < 30; round += 1) {
    const { verificationId, email } = await begin();
    const code = await codeFor(email);
    pass(minute);
    const [verified, resent] = await Promise.all([verify(verificationId, code), resend(verificationId)]);
    expect([verified, resent].filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await readSites([email])).toHaveLength(verified.status === 200 ? 1 : 0);
    if (resent.status === 200) {
      expect(problemOf(verified)).toEqual([400, "code_invalid"]);
      expect((await verify(verificationId, await codeFor(email))).status).toBe(200);
    } else expect(problemOf(resent)).toEqual([409, "already_verified"]);
  }
});
