import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember, asAdmin, codeOf, type TestAdmin } from "../../../../../test/kit/admins.ts";
import type { ShownThread } from "../../../../../test/kit/comments.ts";
import { editor, pageDraft } from "../../../../../test/kit/documents.ts";
import { followSite } from "../../../../../test/kit/event-stream.ts";
import { openTestDatabase, type TestDatabase } from "../../../../../test/kit/database.ts";
import { startServer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";
import { sampleSite } from "../../../../../test/kit/sample-site.ts";
import { adminErase } from "../../people/team/cli/admin-erase.ts";
import { publishScheduled } from "../documents/tasks/publish-scheduled.ts";

let database: TestDatabase;
let server: TestServer;
let site: TestSite;
let ana: TestAdmin;
let eve: TestAdmin;
beforeAll(async () => {
  // Of its own: the last test erases a person.
  database = await openTestDatabase();
  server = await startServer({ database });
  site = await server.addSite(sampleSite());
  ana = await addMember(server, site, "AUTHOR", { name: "Ana" });
  eve = await addMember(server, site, "EDITOR", { name: "Eve" });
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

let pages = 0;
/** A new page, and what a person does with the comments on it. */
async function page() {
  const edit = editor(server, site, eve);
  const { id } = await edit.create("pages", pageDraft(`commented-${(pages += 1)}`));
  const threads = `/sites/${site.slug}/pages/${id}/en/threads`;
  const by = (who: TestAdmin) => {
    const api = asAdmin(server, who);
    const threadOf = (answer: { json: unknown }) => (answer.json as { data: ShownThread }).data;
    return {
      begin: async (text: string, place: object = {}) => threadOf(await api.post(threads, { text, ...place })),
      list: async (query = "") => ((await api.get(threads + query)).json as { data: ShownThread[] }).data,
      reply: (thread: string, text: string) => api.post(`/sites/${site.slug}/threads/${thread}/comments`, { text }),
      edit: (thread: string, comment = "", text = "Edited") =>
        api.patch(`/sites/${site.slug}/threads/${thread}/comments/${comment}`, { text }),
      remove: (thread: string, comment = "") => api.delete(`/sites/${site.slug}/threads/${thread}/comments/${comment}`),
      resolve: (thread: string, resolved = true) => api.patch(`/sites/${site.slug}/threads/${thread}`, { resolved }),
      read: async (thread: string) => threadOf(await api.get(`/sites/${site.slug}/threads/${thread}`)),
    };
  };
  return { id, edit, threads, as: by };
}

test("people talk about a block, a field or the document, and others see it at once", async () => {
  const { as } = await page();
  const stream = await followSite(server, site, eve);
  const thread = await as(ana).begin("Which chair?", { block: "text-1", path: "/text" });
  expect(thread).toMatchObject({ block: "text-1", path: "/text", resolved: null, commentCount: 1 });
  expect((await stream.waitFor("changed")).map(({ data }) => [data.type, data.id])).toEqual([["comment", thread.id]]);
  await stream.close();
  expect((await as(eve).reply(thread.id, "The oak one.")).status).toBe(201);
  await as(eve).begin("Good.");
  const listed = await as(ana).list("?state=open");
  expect(listed.map(({ block, path, comments }) => [block, path, comments.map(({ text, author }) => `${author.name}: ${text}`)])).toEqual([
    ["text-1", "/text", ["Ana: Which chair?", "Eve: The oak one."]],
    [null, null, ["Eve: Good."]],
  ]);
});

test("a list has the first comment of a thread and the latest three, and the thread has all", async () => {
  const { as } = await page();
  const { id } = await as(ana).begin("0");
  for (const text of ["1", "2", "3", "4", "5"]) await as(eve).reply(id, text);
  const [listed] = await as(ana).list();
  expect([listed?.commentCount, listed?.comments.map(({ text }) => text)]).toEqual([6, ["0", "3", "4", "5"]]);
  expect((await as(ana).read(id)).comments.map(({ text }) => text)).toEqual(["0", "1", "2", "3", "4", "5"]);
});

test("a person changes and deletes their own comments, and publishers delete any", async () => {
  const { as } = await page();
  const thread = await as(ana).begin("Which chair?");
  const first = thread.comments[0]?.id;
  expect((await as(ana).edit(thread.id, first)).json).toMatchObject({
    data: { comments: [{ text: "Edited", editedAt: expect.any(String) as string }] },
  });
  expect(codeOf(await as(eve).edit(thread.id, first))).toBe("not_the_author");
  const reply = ((await as(eve).reply(thread.id, "The oak one.")).json as { data: ShownThread }).data.comments[1]?.id;
  expect(codeOf(await as(ana).remove(thread.id, reply))).toBe("permission_missing");
  expect(codeOf(await as(ana).remove(thread.id, first))).toBe("thread_has_replies");
  expect((await as(eve).remove(thread.id, reply)).status).toBe(204);
  expect((await as(ana).remove(thread.id, first)).status).toBe(204);
  expect(codeOf(await as(ana).remove(thread.id, first))).toBe("thread_not_found");
  const other = await as(ana).begin("Another");
  await as(ana).reply(other.id, "And more");
  expect((await as(eve).remove(other.id, other.comments[0]?.id)).status).toBe(204);
  expect(await as(ana).list()).toEqual([]);
});

test("a thread is resolved and opened again, by a reply too; of two who resolve it at once one does", async () => {
  const { as } = await page();
  const { id } = await as(ana).begin("Which chair?");
  await Promise.all([as(ana).resolve(id), as(eve).resolve(id)]);
  const log = (await asAdmin(server, await addMember(server, site, "OWNER")).get(`/sites/${site.slug}/audit?target=comment/${id}`)).json;
  expect((log as { data: { action: string }[] }).data.map(({ action }) => action)).toEqual(["updateCommentThread", "createCommentThread"]);
  expect(await as(ana).list("?state=resolved")).toMatchObject([{ id, resolved: { because: "MEMBER" } }]);
  await as(eve).resolve(id, false);
  expect((await as(ana).list("?state=open")).length).toBe(1);
  await as(eve).resolve(id);
  await as(ana).reply(id, "Not yet");
  expect(await as(ana).list("?state=open")).toMatchObject([{ id, resolved: null }]);
});

test("a publication resolves the open threads, and that of an earlier draft leaves those about the newer one", async () => {
  const { id, edit, as } = await page();
  const thread = await as(ana).begin("Which chair?");
  await edit.publish("pages", id);
  expect(await as(ana).list()).toMatchObject([{ id: thread.id, resolved: { because: "PUBLICATION", by: { name: "Eve" } } }]);
  await edit.save("pages", id, pageDraft("planned", "Frozen"), 2);
  const publishAt = new Date(server.clock.now().getTime() + 60_000).toISOString();
  await edit.api.put(`${edit.base}/pages/${id}/en/schedule`, { publishAt, revision: 3 });
  await edit.save("pages", id, pageDraft("planned", "Newer"), 3);
  const about = await as(ana).begin("Still to do");
  server.clock.advance(60_000);
  await publishScheduled.run(server.deps);
  expect((await edit.inLocale("pages", id)).state).toBe("CHANGED");
  expect(await as(ana).list("?state=open")).toMatchObject([{ id: about.id }]);
});

test("who only reads does not comment, and nobody comments on what is not there", async () => {
  const { id, as, threads } = await page();
  const thread = await as(ana).begin("Which chair?");
  const viewer = await addMember(server, site, "VIEWER");
  expect((await as(viewer).list()).length).toBe(1);
  expect(codeOf(await asAdmin(server, viewer).post(threads, { text: "No" }))).toBe("permission_missing");
  const api = asAdmin(server, ana);
  const say = async (path: string, body: object = { text: "Hello" }) => codeOf(await api.post(`/sites/${site.slug}/${path}`, body));
  expect(await say(`pages/${id}/de/threads`)).toBe("translation_not_found");
  expect(await say(`entries/${id}/en/threads`)).toBe("entry_not_found");
  expect(await say(`threads/${id}/comments`)).toBe("thread_not_found");
  expect(await say("threads/x/comments")).toBe("thread_not_found");
  for (const body of [{ text: " " }, { text: "a".repeat(4_001) }, { text: "Hello", path: "title" }, { text: "Hello", block: "a b" }])
    expect([body, await say(`pages/${id}/en/threads`, body)]).toEqual([body, "validation_failed"]);
  const other = await server.addSite(sampleSite());
  const stranger = await addMember(server, other, "OWNER");
  expect(codeOf(await asAdmin(server, stranger).get(`/sites/${other.slug}/threads/${thread.id}`))).toBe("thread_not_found");
  const { edit } = await page();
  await edit.trash("pages", id);
  expect(codeOf(await api.get(`/sites/${site.slug}/threads/${thread.id}`))).toBe("thread_not_found");
});

test("a thread takes 100 replies, and a document 500 threads", async () => {
  const { id, as, threads } = await page();
  const thread = await as(ana).begin("Which chair?");
  const { sql } = server.deps;
  const now = server.clock.now();
  await sql`
    insert into comments (site_id, id, thread_id, author_id, text, created_at)
    select ${site.id}::uuid, gen_random_uuid(), ${thread.id}::uuid, ${ana.id}::uuid, 'more', ${now}::timestamptz from generate_series(1, 99)`;
  const answers = await Promise.all([as(ana).reply(thread.id, "a"), as(eve).reply(thread.id, "b")]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  await sql`
    insert into comment_threads (site_id, id, translation_id, created_at)
    select ${site.id}::uuid, gen_random_uuid(), translations.id, ${now}::timestamptz
    from translations, generate_series(1, 498) where translations.site_id = ${site.id} and translations.document_id = ${id}`;
  const begin = () => asAdmin(server, ana).post(threads, { text: "Hello" });
  const begun = await Promise.all([begin(), begin()]);
  expect(begun.map(({ status }) => status).sort()).toEqual([201, 409]);
});

test("with an account go its comments, and those of others stay", async () => {
  const { as } = await page();
  const ben = await addMember(server, site, "AUTHOR", { name: "Ben", email: "ben@example.com" });
  const [mixed, own] = [await as(ben).begin("Canary of Ben"), await as(ben).begin("Canary of Ben")];
  await as(ana).reply(mixed.id, "The oak one.");
  await as(ben).resolve(mixed.id);
  await adminErase.run({ ...server.deps, progress: () => undefined }, { email: ben.email, yes: true });
  const listed = await as(ana).list();
  expect(listed).toMatchObject([{ id: mixed.id, commentCount: 1, resolved: { by: null }, comments: [{ text: "The oak one." }] }]);
  expect(codeOf(await as(ana).reply(own.id, "Hello"))).toBe("thread_not_found");
});
