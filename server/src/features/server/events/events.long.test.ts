import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember, adminApi, addSession, addToken, asAdmin, codeOf, type TestAdmin } from "../../../../../test/kit/admins.ts";
import { followSite } from "../../../../../test/kit/event-stream.ts";
import { startServer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";
import { sampleSite } from "../../../../../test/kit/sample-site.ts";
import { recordChange, type RecordedChange } from "../../people/audit/index.ts";

let server: TestServer;
let site: TestSite;
let ada: TestAdmin;
beforeAll(async () => {
  server = await startServer();
  site = await server.addSite(sampleSite());
  ada = await addMember(server, site, "OWNER", { name: "Ada" });
});
afterAll(() => server.stop());

const change = (target: RecordedChange["target"], more: Partial<RecordedChange> = {}) => {
  const { sql, clock, ids } = server.deps;
  const actor = { kind: "SESSION", adminId: ada.id } as const;
  return sql.begin((tx) => recordChange(tx, { now: clock.now(), ids }, { actor, siteId: site.id, action: "test", target, ...more }));
};
const by = () => ({ id: ada.id, name: "Ada" });
const idsOf = (events: readonly { data: Record<string, unknown> }[]) => events.map(({ data }) => data.id);
const documentId = async () => {
  const [page] = await server.deps.sql<{ id: string }>`select id from documents where site_id = ${site.id} limit 1`;
  return page?.id ?? "";
};

test("a stream tells of changes, of what is gone and of nothing that happened before", async () => {
  await change({ type: "page", id: "before" });
  const stream = await followSite(server, site, ada);
  await change({ type: "page", id: "1", locale: "de", revision: 7, label: "Secret words" });
  await change({ type: "product", id: "2" }, { actor: { kind: "JOB" } });
  await change({ type: "entry", id: "3" }, { removes: true });
  await stream.waitFor("removed");
  expect(stream.events.map(({ name, data }) => [name, data])).toEqual([
    ["changed", { type: "page", id: "1", locale: "de", revision: 7, by: by() }],
    ["changed", { type: "product", id: "2", revision: null, by: null }],
    ["removed", { type: "entry", id: "3" }],
  ]);
  await stream.close();
});

test("a stream that has answered 200 tells of every change from then on", async () => {
  for (let round = 0; round < 10; round += 1) {
    const stop = new AbortController();
    const response = await fetch(`${server.url}${adminApi}/sites/${site.slug}/events`, { headers: ada.headers, signal: stop.signal });
    await change({ type: "page", id: `at-once-${round}` });
    // Whatever came before the position was read is missing for ever: the change after it would come first.
    await change({ type: "page", id: `later-${round}` });
    let text = "";
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      if (text.includes(`later-${round}`)) break;
    }
    expect(text).toContain(`at-once-${round}`);
    stop.abort();
  }
});

test("what is undone never happened", async () => {
  const stream = await followSite(server, site, ada);
  const { sql, clock, ids } = server.deps;
  const undone = sql.begin(async (tx) => {
    const target = { type: "page", id: "undone" };
    await recordChange(tx, { now: clock.now(), ids }, { actor: { kind: "JOB" }, siteId: site.id, action: "test", target });
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  await change({ type: "page", id: "done" });
  expect(idsOf(await stream.waitFor("changed"))).toEqual(["done"]);
  await stream.close();
});

test("another site's events are its own", async () => {
  const other = await server.addSite();
  const eve = await addMember(server, other, "OWNER");
  const [ownStream, foreign] = [await followSite(server, site, ada), await followSite(server, other, eve)];
  await change({ type: "page", id: "own" });
  await change({ type: "page", id: "foreign" }, { siteId: other.id });
  expect(idsOf(await ownStream.waitFor("changed"))).toEqual(["own"]);
  expect(idsOf(await foreign.waitFor("changed"))).toEqual(["foreign"]);
  expect((await followSite(server, site, eve)).status).toBe(404);
  await Promise.all([ownStream.close(), foreign.close()]);
});

test("each role sees what it may read, also after it has changed", async () => {
  const editor = await addMember(server, site, "EDITOR");
  const sales = await addToken(server, ada.id, { role: "SALES" });
  const [ofEditor, ofSales] = [await followSite(server, site, editor), await followSite(server, site, sales)];
  const types = ["order", "submission", "key", "page", "unheardOf"];
  for (const type of types) await change({ type, id: "1" });
  const typesOf = async (stream: typeof ofEditor, count: number) =>
    (await stream.waitFor("changed", count)).map(({ data }) => data.type as string);
  expect(await typesOf(ofEditor, 2)).toEqual(["submission", "page"]);
  expect(await typesOf(ofSales, 3)).toEqual(["order", "submission", "page"]);
  await server.deps.sql`update members set role = 'VIEWER' where site_id = ${site.id} and admin_id = ${editor.id}`;
  for (const type of types) await change({ type, id: "2" });
  expect(await typesOf(ofEditor, 3)).toEqual(["submission", "page", "page"]);
  await Promise.all([ofEditor.close(), ofSales.close()]);
});

test("a stream ends with the session, the token, the membership and the site", async () => {
  const { sql, clock } = server.deps;
  const ownSite = await server.addSite();
  const [now, member, other] = [clock.now(), await addMember(server, ownSite, "EDITOR"), await addMember(server, ownSite, "OWNER")];
  const token = await addToken(server, other.id, { role: "OWNER" });
  const session = await addSession(server, other.id);
  const follow = async (who: { headers: Readonly<Record<string, string>> }) => followSite(server, ownSite, who);
  const [bySession, byToken, byMember, bySite] = [await follow(session), await follow(token), await follow(member), await follow(other)];
  const end = async (stream: typeof bySession, by: Promise<unknown>) => {
    await by;
    server.clock.advance(1_000);
    await stream.ended;
  };
  await end(bySession, sql`update admin_sessions set ended_at = ${now}, ended_reason = 'REMOVED' where id = ${session.sessionId}`);
  await end(byToken, sql`update admin_tokens set revoked_at = ${now} where id = ${token.id}`);
  await end(byMember, sql`delete from members where site_id = ${ownSite.id} and admin_id = ${member.id}`);
  await end(bySite, sql`update sites set deleted_at = ${now} where id = ${ownSite.id}`);
});

test("a required second factor ends the streams of those without one", async () => {
  const ownSite = await server.addSite();
  const [without, withOne] = [
    await addMember(server, ownSite, "OWNER"),
    await addMember(server, ownSite, "OWNER", { hasSecondFactor: true }),
  ];
  const [ending, staying] = [await followSite(server, ownSite, without), await followSite(server, ownSite, withOne)];
  await server.deps.sql`update sites set settings = '{"team":{"requireSecondFactor":true}}' where id = ${ownSite.id}`;
  await change({ type: "page", id: "1" }, { siteId: ownSite.id });
  await ending.ended;
  expect(ending.events).toEqual([]);
  await staying.waitFor("changed");
  await staying.close();
});

test("a client that comes back gets what it missed, once and in order", async () => {
  const stream = await followSite(server, site, ada);
  await change({ type: "page", id: "seen" });
  await stream.waitFor("changed");
  await stream.close();
  for (const id of ["missed-1", "missed-2"]) await change({ type: "page", id });
  await change({ type: "order", id: "hidden" });
  const viewer = await addMember(server, site, "VIEWER");
  const again = await followSite(server, site, viewer, stream.lastId());
  await change({ type: "page", id: "later" });
  expect(idsOf(await again.waitFor("changed", 3))).toEqual(["missed-1", "missed-2", "later"]);
  await again.close();
});

test("after ten minutes, and with an id that is none, a client is told to begin anew", async () => {
  const stream = await followSite(server, site, ada);
  await stream.close();
  const lastId = stream.lastId() ?? "";
  const [time, era, snapshot] = lastId.split("/") as [string, string, string];
  const [xmin] = snapshot.split(":");
  const strange = [
    ...["x", "/", "//", `${time}/${era}/1:2:3`, `${time}/${era}/5:4:`, `${time}/${era}/${"9".repeat(19)}:${"9".repeat(19)}:`],
    ...[`${time}/1/${snapshot}`, `${time}/${era}/${xmin}:${Number(xmin) + 1_000_000}:`, `${time}/${era}/${snapshot}/1`, "'; drop table"],
  ];
  for (const id of strange) {
    const again = await followSite(server, site, ada, id);
    expect([id, again.events.map(({ name }) => name)]).toEqual([id, ["reset"]]);
    expect(again.lastId()).not.toBe(id);
    await again.close();
  }
  server.clock.advance(10 * 60_000);
  const last = await followSite(server, site, ada, lastId);
  expect(last.events).toEqual([]);
  await last.close();
  server.clock.advance(1);
  const late = await followSite(server, site, ada, lastId);
  expect(late.events.map(({ name }) => name)).toEqual(["reset"]);
  await late.close();
});

test("a ping every 20 seconds keeps the connection and the id fresh", async () => {
  const stream = await followSite(server, site, ada);
  const before = stream.lastId();
  server.clock.advance(20_000);
  await stream.waitFor("ping");
  expect(stream.lastId()).not.toBe(before);
  await stream.close();
});

test("people at a document are shown to the others, until they say nothing for 30 seconds", async () => {
  const document = await documentId();
  const eve = await addMember(server, site, "EDITOR", { name: "Eve" });
  const be = async (who: TestAdmin) => (await asAdmin(server, who).put(`/sites/${site.slug}/presence`, { document, locale: "en" })).status;
  const stream = await followSite(server, site, ada);
  const waitForNames = async (count: number) =>
    (await stream.waitFor("presence", count)).map(({ data }) => (data.admins as { name: string }[]).map(({ name }) => name).sort());
  expect(await be(ada)).toBe(204);
  expect(await waitForNames(1)).toEqual([["Ada"]]);
  expect([await be(ada), await be(eve)]).toEqual([204, 204]);
  expect(await waitForNames(2)).toEqual([["Ada"], ["Ada", "Eve"]]);
  server.clock.advance(20_000);
  expect(await be(eve)).toBe(204);
  server.clock.advance(10_000);
  expect(await waitForNames(3)).toEqual([["Ada"], ["Ada", "Eve"], ["Eve"]]);
  const late = await followSite(server, site, ada);
  expect((await late.waitFor("presence")).map(({ data }) => data)).toEqual([
    { document, locale: "en", admins: [{ id: eve.id, name: "Eve" }] },
  ]);
  server.clock.advance(20_000);
  expect((await waitForNames(4)).at(-1)).toEqual([]);
  await Promise.all([stream.close(), late.close()]);
});

test("a presence needs a document and a locale of the site, and has a bound", async () => {
  const { put } = asAdmin(server, ada);
  const document = await documentId();
  const other = await server.addSite();
  const eve = await addMember(server, other, "OWNER");
  const say = (body: object) => put(`/sites/${site.slug}/presence`, body);
  expect((await say({ document, locale: "xx" })).json).toMatchObject({ code: "validation_failed", errors: [{ path: "/locale" }] });
  expect(codeOf(await say({ document: ada.id, locale: "en" }))).toBe("presence_document_not_found");
  expect(codeOf(await asAdmin(server, eve).put(`/sites/${other.slug}/presence`, { document, locale: "en" }))).toBe(
    "presence_document_not_found",
  );
  server.clock.advance(60_000);
  const statuses = new Map<number, number>();
  for (let count = 0; count < 101; count += 1) {
    const { status } = await say({ document, locale: "en" });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect([...statuses]).toEqual([
    [204, 100],
    [429, 1],
  ]);
});

test("a person has a bounded number of streams", async () => {
  const eve = await addMember(server, site, "VIEWER");
  const streams = await Promise.all(Array.from({ length: 20 }, () => followSite(server, site, eve)));
  const path = `/sites/${site.slug}/events`;
  expect(codeOf(await asAdmin(server, eve).get(path))).toBe("too_many_streams");
  await Promise.all(streams.map((stream) => stream.close()));
  await expect.poll(async () => (await followSite(server, site, eve)).status).toBe(200);
});

test("the drain of a server ends its streams at once", async () => {
  const ownServer = await startServer();
  const ownSite = await ownServer.addSite();
  const stream = await followSite(ownServer, ownSite, await addMember(ownServer, ownSite, "OWNER"));
  await ownServer.stop();
  await stream.ended;
});
