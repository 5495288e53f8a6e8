import { afterAll, beforeAll, expect, test } from "vitest";
import { addAdmin, addSession, asAdmin, codeOf, type TestAdmin } from "../../../../../../test/kit/admins.ts";
import { startServer, type TestServer } from "../../../../../../test/kit/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

interface Listed {
  data: { id: string; current: boolean; browser: string; expiresAt: string }[];
  total: number;
}
const sessionsOf = async (who: Pick<TestAdmin, "headers">, query = "") =>
  (await asAdmin(server, who).get(`/me/sessions${query}`)).json as Listed;
const isOpen = async (who: Pick<TestAdmin, "headers">) => (await asAdmin(server, who).get("/me")).status === 200;

test("a list shows the open sessions of the own account, and which one asks", async () => {
  const [admin, stranger] = [await addAdmin(server), await addAdmin(server)];
  const others = [
    await addSession(server, admin.id),
    await addSession(server, admin.id),
    await addSession(server, admin.id, 91 * 86_400_000),
  ];
  await asAdmin(server, others[0]).delete("/session");
  const { sql, clock, ids } = server.deps;
  const now = clock.now();
  await sql`
    insert into admin_sessions (id, admin_id, token_hash, state, label, created_at, last_seen_at, confirmed_at, expires_at)
    values (${ids.next()}, ${admin.id}, ${Buffer.alloc(32, 7)}, 'SECOND_FACTOR', 'Half', ${now}, ${now}, ${now}, ${new Date(now.getTime() + 60_000)})`;
  const listed = await sessionsOf(admin);
  expect(listed.total).toBe(2);
  expect(new Map(listed.data.map(({ id, current }) => [id, current]))).toEqual(
    new Map([
      [admin.sessionId, true],
      [others[1]!.sessionId, false],
    ]),
  );
  expect(listed.data[0]).toMatchObject({ browser: "Program", expiresAt: new Date(now.getTime() + 14 * 86_400_000).toISOString() });
  const pages = [await sessionsOf(admin, "?pageSize=1"), await sessionsOf(admin, "?pageSize=1&page=2")];
  expect(pages.flatMap(({ data }) => data)).toEqual(listed.data);
  expect((await sessionsOf(stranger)).data.map(({ id }) => id)).toEqual([stranger.sessionId]);
});

test("one session ends at once, only an own one, and only once", async () => {
  const [admin, stranger] = [await addAdmin(server), await addAdmin(server)];
  const other = await addSession(server, admin.id);
  const end = (who: Pick<TestAdmin, "headers">, id: string) => asAdmin(server, who).delete(`/me/sessions/${id}`);
  for (const id of [stranger.sessionId, "x", stranger.sessionId.toUpperCase()])
    expect(codeOf(await end(admin, id))).toBe("session_not_found");
  expect(await isOpen(stranger)).toBe(true);
  expect((await end(admin, other.sessionId)).status).toBe(204);
  expect(codeOf(await end(admin, other.sessionId))).toBe("session_not_found");
  const ended = await asAdmin(server, other).get("/me");
  expect((ended.json as { detail: string }).detail).toBe("The session was ended from another one. Sign in again.");
  const answer = await end(admin, admin.sessionId);
  expect([answer.status, answer.headers.getSetCookie()[0]]).toEqual([204, expect.stringContaining("vitrine-3000=; Max-Age=0")]);
  expect(await isOpen(admin)).toBe(false);
});

test("all others end together; of several who do that at once one is left", async () => {
  const [admin, stranger] = [await addAdmin(server), await addAdmin(server)];
  const sessions = [admin, await addSession(server, admin.id), await addSession(server, admin.id)];
  await Promise.all(sessions.map((one) => asAdmin(server, one).delete("/me/sessions")));
  expect((await Promise.all(sessions.map(isOpen))).filter(Boolean)).toHaveLength(1);
  expect(await isOpen(stranger)).toBe(true);
});
