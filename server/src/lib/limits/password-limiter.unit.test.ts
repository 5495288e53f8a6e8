import { expect, test } from "vitest";
import { passwordLimiter, type PasswordOwner } from "./password-limiter.ts";

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Two passwords at once, each compared when the test says so; of the word `right` with success. */
function checks() {
  let nowMs = 0;
  const clock = { monotonicMs: () => nowMs };
  const running: (() => void)[] = [];
  const verify = (_: string | null, password: string) =>
    new Promise<boolean>((resolve) => void running.push(() => resolve(password === "right")));
  const passwords = passwordLimiter({ verify, hash: () => Promise.resolve("") }, clock, { inAll: 2, maxWaiting: 100 });
  return {
    pass: (ms: number) => void (nowMs += ms),
    counts: () => passwords.counts(),
    check: (owner: PasswordOwner, password: string) => {
      const turn = passwords.turn(owner, ({ verify: verifyInTurn }) => verifyInTurn("", password));
      // Those that no test waits for are refused some seconds after its end.
      turn.catch(() => undefined);
      return turn;
    },
    /** Ends the comparisons that run, and lets the next begin. */
    endRound: async () => {
      for (const end of running.splice(0)) end();
      await settled();
    },
  };
}
const guesses = 60;
const addresses = Array.from({ length: guesses }, (_, index) => `203.0.113.${index}`);

test.each([
  ["the customers of another site", { group: "other", client: "198.51.100.1" }],
  ["admins", { group: "admins", client: "198.51.100.1" }],
])("guesses at the customers of a site from many addresses hold up none of %s", async (_, owner) => {
  const { check, endRound } = checks();
  for (const client of addresses) void check({ group: "flooded", client }, "guess");
  let isDone = false;
  void check(owner, "right").then((matches) => (isDone = matches));
  for (let round = 0; round < 2; round += 1) await endRound();
  expect(isDone).toBe(true);
});

test("nor the customers of that site, once each address has failed, until a quarter of an hour has passed", async () => {
  const { check, endRound, pass, counts } = checks();
  const flood = () => addresses.forEach((client) => void check({ group: "flooded", client }, "guess"));
  const roundsUntilIn = async () => {
    let isDone = false;
    void check({ group: "flooded", client: "198.51.100.1" }, "right").then((matches) => (isDone = matches));
    for (let round = 1; ; round += 1) {
      await endRound();
      if (isDone) return round;
    }
  };
  const drain = async () => {
    while (counts().running > 0) await endRound();
  };
  flood();
  expect(await roundsUntilIn()).toBeGreaterThan(guesses / 2);
  flood();
  expect(await roundsUntilIn()).toBeLessThanOrEqual(2);
  await drain();
  pass(15 * 60_000);
  flood();
  expect(await roundsUntilIn()).toBeGreaterThan(guesses / 2);
});

test("nor somebody who comes when first guesses of many addresses have waited for a while, even where the queue is full", async () => {
  const { check, endRound, pass, counts } = checks();
  const guessed = Array.from({ length: 102 }, (_, index) => check({ group: "admins", client: `${index}` }, "guess").catch(() => "refused"));
  await settled();
  expect(counts()).toMatchObject({ running: 2, waiting: 100, refused: 0 });
  const early = check({ group: "admins", client: "198.51.100.1" }, "right");
  await expect(early).rejects.toThrow("unavailable");
  pass(500);
  let isDone = false;
  void check({ group: "admins", client: "198.51.100.1" }, "right").then((matches) => (isDone = matches));
  // The first of those that wait has made place.
  expect(await guessed[2]).toBe("refused");
  expect(counts()).toMatchObject({ running: 2, waiting: 100, refused: 2 });
  for (let round = 0; round < 2; round += 1) await endRound();
  expect(isDone).toBe(true);
});

test("a right password does not make a client suspect", async () => {
  const { check, endRound } = checks();
  for (const client of addresses) void check({ group: "site", client }, "guess");
  for (let round = 0; round < guesses; round += 1) await endRound();
  const right = check({ group: "site", client: "198.51.100.1" }, "right");
  await endRound();
  expect(await right).toBe(true);
  for (const client of addresses) void check({ group: "site", client }, "guess");
  let isDone = false;
  void check({ group: "site", client: "198.51.100.1" }, "right").then((matches) => (isDone = matches));
  for (let round = 0; round < 2; round += 1) await endRound();
  expect(isDone).toBe(true);
});

test("a group's queue has an end, and others can still wait", async () => {
  const { check, counts } = checks();
  const refusals = Array.from({ length: 110 }, (_, index) =>
    check({ group: "flooded", client: `${index}` }, "guess").catch(() => "refused"),
  );
  await settled();
  expect(counts()).toMatchObject({ running: 2, waiting: 100, refused: 8 });
  expect(await refusals.at(-1)).toBe("refused");
  void check({ group: "other", client: "198.51.100.1" }, "right");
  expect(counts()).toMatchObject({ waiting: 101 });
});
