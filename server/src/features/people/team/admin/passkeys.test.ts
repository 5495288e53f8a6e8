import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  addAdmin,
  addMember,
  addSession,
  addToken,
  asAdmin,
  codeOf,
  cookiesOf,
  type TestAdmin,
} from "../../../../../../test/kit/admins.ts";
import {
  addPasskey,
  certifiedAttestation,
  challengeFor,
  softAuthenticator,
  type Ceremony,
  type SoftAuthenticator,
} from "../../../../../../test/kit/authenticator.ts";
import { startServer, type TestServer } from "../../../../../../test/kit/harness.ts";
import { addRecoveryCode } from "../../../../../../test/kit/second-factors.ts";
import { password } from "../../../../../../test/kit/shopper.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

type Who = { headers: Readonly<Record<string, string>> };
type Options = { data: { challengeId: string; options: { challenge: string; [name: string]: unknown } } };
const optionsOf = ({ json }: { json: unknown }) => (json as Options).data;
const outcome = (answer: { status: number; json: unknown }) => codeOf(answer) ?? answer.status;
const startAdding = async (who: Who) => optionsOf(await asAdmin(server, who).post("/me/passkeys/options"));
const add = (who: Who, challengeId: string, credential: object, name = "My phone") =>
  asAdmin(server, who).post("/me/passkeys", { name, challengeId, credential });
const start = async (who?: Who) => optionsOf(await asAdmin(server, who).post("/session/passkey/options"));
const signIn = (challengeId: string, credential: object, who?: Who) =>
  asAdmin(server, who).post("/session/passkey", { challengeId, credential });
/** A sign-in from its beginning, with what is wrong about it. */
const present = async (key: SoftAuthenticator, ceremony: Ceremony = {}, who?: Who) => {
  const { challengeId, options } = await start(who);
  return signIn(challengeId, key.present(options.challenge, ceremony), who);
};
const pendingSecondFactor = async ({ email }: Pick<TestAdmin, "email">): Promise<Who> => {
  const answer = await asAdmin(server).post("/session", { email, password });
  expect(answer.json).toMatchObject({ data: { state: "SECOND_FACTOR" } });
  return { headers: { cookie: cookiesOf(answer) } };
};
const subjectsTo = async (email: string) => {
  await server.runTasks();
  return server.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
};

test("a passkey is added, listed, renamed, used and removed, and mails tell", async () => {
  const admin = await addAdmin(server);
  const other = await addSession(server, admin.id);
  const { challengeId, options } = await startAdding(admin);
  expect(options).toMatchObject({
    rp: { id: "localhost", name: "Vitrine" },
    user: { name: admin.email },
    attestation: "none",
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  const key = softAuthenticator(admin.id);
  const added = await add(admin, challengeId, key.create(options.challenge));
  expect([added.status, added.json]).toMatchObject([201, { data: { name: "My phone", lastUsedAt: null } }]);
  const { id } = (added.json as { data: { id: string } }).data;
  // A gain of rights: a new cookie, and sessions that never showed a second factor are over.
  const renewed = { headers: { cookie: cookiesOf(added) } };
  expect([outcome(await asAdmin(server, admin).get("/me")), outcome(await asAdmin(server, other).get("/me"))]).toEqual([
    "session_invalid",
    "session_invalid",
  ]);
  expect((await asAdmin(server, renewed).get("/me")).json).toMatchObject({ data: { secondFactors: ["PASSKEY"] } });
  expect((await startAdding(renewed)).options.excludeCredentials).toEqual([
    { id: key.id.toString("base64url"), type: "public-key", transports: ["internal"] },
  ]);
  expect((await asAdmin(server, renewed).patch(`/me/passkeys/${id}`, { name: "Desk" })).json).toMatchObject({ data: { name: "Desk" } });

  const signedIn = await present(key);
  expect([signedIn.status, signedIn.json]).toMatchObject([201, { data: { admin: { id: admin.id } } }]);
  const listed = (await asAdmin(server, { headers: { cookie: cookiesOf(signedIn) } }).get("/me/passkeys")).json;
  expect(listed).toMatchObject({ data: [{ id, name: "Desk", lastUsedAt: server.clock.now().toISOString() }], total: 1 });

  await addRecoveryCode(server, admin.id);
  expect(outcome(await asAdmin(server, renewed).delete(`/me/passkeys/${id}`))).toBe(204);
  expect(outcome(await asAdmin(server, renewed).delete(`/me/passkeys/${id}`))).toBe("passkey_not_found");
  expect(await server.deps.sql`select id from recovery_codes where admin_id = ${admin.id}`).toEqual([]);
  expect(outcome(await present(key))).toBe("passkey_invalid");
  // Several workers send them, in any order.
  expect((await subjectsTo(admin.email)).sort()).toEqual([
    "New sign-in to your account – Vitrine",
    "Passkey added – Vitrine",
    "Passkey removed – Vitrine",
  ]);
});

describe("a sign-in is refused", () => {
  const wrong: [string, Ceremony][] = [
    ["for a page of another origin", { origin: "https://evil.example" }],
    ["for a page of another port", { origin: "http://localhost:3001" }],
    ["for another relying party", { rpId: "evil.example" }],
    ["without a verified person", { isVerified: false }],
    ["without a person", { isPresent: false }],
    ["with the answer to another ceremony", { type: "webauthn.create" }],
    ["with the account of somebody else in the device", { userHandle: Buffer.from("somebody").toString("base64url") }],
  ];
  test.each(wrong)("%s", async (_name, ceremony) => {
    const admin = await addAdmin(server);
    const key = await addPasskey(server, admin.id);
    const refused = await present(key, ceremony);
    expect([refused.status, outcome(refused), refused.headers.getSetCookie()]).toEqual([400, "passkey_invalid", []]);
    expect(outcome(await present(key))).toBe(201);
  });

  test("with another challenge, an old one, and one that was used", async () => {
    const admin = await addAdmin(server);
    const key = await addPasskey(server, admin.id);
    const [first, second] = [await start(), await start()];
    expect(outcome(await signIn(first.challengeId, key.present(second.options.challenge)))).toBe("passkey_invalid");
    // It is used up by that.
    expect(outcome(await signIn(first.challengeId, key.present(first.options.challenge)))).toBe("passkey_invalid");
    const answer = key.present(second.options.challenge);
    const both = await Promise.all([signIn(second.challengeId, answer), signIn(second.challengeId, answer)]);
    expect(both.map(outcome).sort()).toEqual([201, "passkey_invalid"]);
    const late = await start();
    server.clock.advance(5 * 60_000);
    expect(outcome(await signIn(late.challengeId, key.present(late.options.challenge)))).toBe("passkey_invalid");
    const ofAdding = await challengeFor(server, "REGISTER", admin.id);
    expect(outcome(await signIn(ofAdding.id, key.present(ofAdding.challenge)))).toBe("passkey_invalid");
    for (const id of ["", "x", "00000000-0000-0000-0000-000000000000"])
      expect(outcome(await signIn(id, key.present("AAAA")))).toBe("passkey_invalid");
  });

  test("when the counter goes back or stands still, as that of a copy does", async () => {
    const key = await addPasskey(server, (await addAdmin(server)).id);
    expect(outcome(await present(key, { counter: 5 }))).toBe(201);
    for (const counter of [5, 4, 0]) expect([counter, outcome(await present(key, { counter }))]).toEqual([counter, "passkey_invalid"]);
    expect(outcome(await present(key, { counter: 6 }))).toBe(201);
    // Devices that share a key do not count.
    const shared = await addPasskey(server, (await addAdmin(server)).id);
    expect([outcome(await present(shared, { counter: 0 })), outcome(await present(shared, { counter: 0 }))]).toEqual([201, 201]);
  });

  test("with the signature of another key, alike for a passkey that nobody has", async () => {
    const admin = await addAdmin(server);
    const key = await addPasskey(server, admin.id);
    const forged = await present(softAuthenticator(admin.id, key.id));
    const unknown = await present(softAuthenticator(admin.id, randomBytes(32)));
    const describeAnswer = ({ status, text, headers }: typeof forged) => [
      status,
      text.replace(/"requestId":"[^"]+"/, ""),
      [...headers.keys()].sort(),
    ];
    expect([outcome(forged), describeAnswer(forged)]).toEqual(["passkey_invalid", describeAnswer(unknown)]);
  });

  test("for a disabled account, and from a page of another site", async () => {
    const admin = await addAdmin(server);
    const key = await addPasskey(server, admin.id);
    const { challengeId, options } = await start();
    const answer = key.present(options.challenge);
    const cross = await asAdmin(server).post(
      "/session/passkey",
      { challengeId, credential: answer },
      { headers: { origin: "https://evil.example" } },
    );
    expect(outcome(cross)).toBe("cross_site_request");
    await server.deps.sql`update admins set disabled_at = created_at where id = ${admin.id}`;
    expect(outcome(await signIn(challengeId, answer))).toBe("passkey_invalid");
  });
});

test("a passkey is the step after a password, for its own account only, and ends the session that waits for the second factor", async () => {
  const [ada, eve] = [await addAdmin(server), await addAdmin(server)];
  const [adasKey, evesKey] = [await addPasskey(server, ada.id), await addPasskey(server, eve.id)];
  const half = await pendingSecondFactor(ada);
  const { options } = await start(half);
  expect(options.allowCredentials).toEqual([{ id: adasKey.id.toString("base64url"), type: "public-key", transports: ["internal"] }]);
  expect(outcome(await present(evesKey, {}, half))).toBe("passkey_invalid");
  const done = await present(adasKey, {}, half);
  expect(outcome(done)).toBe(201);
  expect(cookiesOf(done)).not.toContain(half.headers.cookie);
  expect(outcome(await asAdmin(server, half).post("/session/second-factor", { code: "000000" }))).toBe("session_invalid");
  // Nobody learns from the options who has an account: there is nothing to ask about.
  expect((await start()).options.allowCredentials).toEqual([]);
});

describe("a new passkey is refused", () => {
  test.each<[string, Ceremony]>([
    ["for a page of another origin", { origin: "https://evil.example" }],
    ["for another relying party", { rpId: "evil.example" }],
    ["without a verified person", { isVerified: false }],
    ["with the answer to another ceremony", { type: "webauthn.get" }],
  ])("%s", async (_name, ceremony) => {
    const admin = await addAdmin(server);
    const { challengeId, options } = await startAdding(admin);
    expect(outcome(await add(admin, challengeId, softAuthenticator(admin.id).create(options.challenge, ceremony)))).toBe("passkey_invalid");
    expect(await server.deps.sql`select id from passkeys where admin_id = ${admin.id}`).toEqual([]);
  });

  test("with a challenge of another account, of a sign-in, used twice, or replaced by a later one", async () => {
    const [ada, eve] = [await addAdmin(server), await addAdmin(server)];
    const key = softAuthenticator(ada.id);
    const evesChallenge = await startAdding(eve);
    expect(outcome(await add(ada, evesChallenge.challengeId, key.create(evesChallenge.options.challenge)))).toBe("passkey_invalid");
    const ofSignIn = await start();
    expect(outcome(await add(ada, ofSignIn.challengeId, key.create(ofSignIn.options.challenge)))).toBe("passkey_invalid");
    const [early, late] = [await startAdding(ada), await startAdding(ada)];
    expect(outcome(await add(ada, early.challengeId, key.create(early.options.challenge)))).toBe("passkey_invalid");
    const both = await Promise.all([
      add(ada, late.challengeId, key.create(late.options.challenge)),
      add(ada, late.challengeId, key.create(late.options.challenge)),
    ]);
    expect(both.map(outcome).filter((one) => one === 201)).toHaveLength(1);
  });

  test("with a certificate that nobody asked for: it could name addresses to be asked", async () => {
    const admin = await addAdmin(server);
    const { challengeId, options } = await startAdding(admin);
    const credential = softAuthenticator(admin.id).create(options.challenge, {}, certifiedAttestation);
    expect(outcome(await add(admin, challengeId, credential))).toBe("passkey_invalid");
  });

  test("if somebody has it already, or the account has twenty", async () => {
    const [ada, eve] = [await addAdmin(server), await addAdmin(server)];
    const key = await addPasskey(server, ada.id);
    const { challengeId, options } = await startAdding(eve);
    expect(outcome(await add(eve, challengeId, softAuthenticator(eve.id, key.id).create(options.challenge)))).toBe("passkey_exists");
    for (let index = 1; index < 20; index += 1) await addPasskey(server, ada.id);
    const full = await startAdding(ada);
    expect(outcome(await add(ada, full.challengeId, softAuthenticator(ada.id).create(full.options.challenge)))).toBe("too_many_passkeys");
  });

  test("with a token, after an old sign-in, and of the account of somebody else", async () => {
    const [old, eve] = [await addAdmin(server, { signedInMsAgo: 16 * 60_000 }), await addAdmin(server)];
    const { passkeyId } = await addPasskey(server, old.id);
    const token = await addToken(server, old.id, { role: "OWNER" });
    for (const [who, code] of [
      [old, "confirmation_needed"],
      [token, "needs_session"],
      [eve, "passkey_not_found"],
    ] as const) {
      expect(outcome(await asAdmin(server, who).patch(`/me/passkeys/${passkeyId}`, { name: "x" }))).toBe(code);
      expect(outcome(await asAdmin(server, who).delete(`/me/passkeys/${passkeyId}`))).toBe(code);
      if (who !== eve) expect(outcome(await asAdmin(server, who).post("/me/passkeys/options"))).toBe(code);
    }
  });
});

test("a site that requires a second factor opens to a person with a passkey", async () => {
  const site = await server.addSite();
  await server.deps.sql`update sites set settings = '{"team":{"requireSecondFactor":true}}' where id = ${site.id}`;
  const owner = await addMember(server, site, "OWNER");
  expect(outcome(await asAdmin(server, owner).get(`/sites/${site.slug}/members`))).toBe("second_factor_required");
  const key = await addPasskey(server, owner.id);
  const { headers } = await present(key);
  expect(outcome(await asAdmin(server, { headers: { cookie: cookiesOf({ headers }) } }).get(`/sites/${site.slug}/members`))).toBe(200);
});
