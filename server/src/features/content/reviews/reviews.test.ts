import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember, asAdmin, codeOf, type TestAdmin } from "../../../../../test/kit/admins.ts";
import { openTestDatabase, type TestDatabase } from "../../../../../test/kit/database.ts";
import { editor, pageDraft } from "../../../../../test/kit/documents.ts";
import { startServer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";
import { sampleSite } from "../../../../../test/kit/sample-site.ts";
import { adminErase } from "../../people/team/cli/admin-erase.ts";

interface ShownReview {
  id: string;
  state: string;
  note: string | null;
  answer: string | null;
  asker: { name: string };
  reviewer: { name: string };
  document: { title: string };
}

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
  eve = await addMember(server, site, "EDITOR", { name: "Eve", email: "eve@example.com" });
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

let pages = 0;
async function page(by = ana) {
  const edit = editor(server, site, by);
  const { id } = await edit.create("pages", pageDraft(`reviewed-${(pages += 1)}`));
  return { id, edit, ask: (who: TestAdmin, body: object) => asAdmin(server, who).post(`/sites/${site.slug}/pages/${id}/en/reviews`, body) };
}
const at = (path: string) => `/sites/${site.slug}/${path}`;
const reviewOf = (answer: { json: unknown }) => (answer.json as { data: ShownReview }).data;
const overviewOf = async (who: TestAdmin) => {
  const { json } = await asAdmin(server, who).get(at("overview"));
  return (json as { data: { reviews: { waiting: ShownReview[]; asked: ShownReview[] } } }).data.reviews;
};

test("a colleague is asked by mail, finds it in the overview and answers, and the person who asked sees that", async () => {
  const { id, ask } = await page();
  const asked = await ask(ana, { reviewer: eve.id, note: "Is it clear?" });
  const review = reviewOf(asked);
  expect([asked.status, review]).toMatchObject([
    201,
    { state: "OPEN", note: "Is it clear?", asker: { name: "Ana" }, reviewer: { name: "Eve" } },
  ]);
  await server.runTasks();
  const [mail] = server.mails.filter(({ to }) => to === eve.email);
  expect(mail?.subject).toContain("Ana asks you to review");
  expect(mail?.text).toContain("Is it clear?");
  expect(mail?.text).toContain(`http://localhost:3000/studio/sites/${site.slug}/pages/${id}/en`);
  expect((await overviewOf(eve)).waiting).toMatchObject([{ id: review.id }]);
  expect(codeOf(await ask(ana, { reviewer: eve.id }))).toBe("review_asked");
  const finish = (who: TestAdmin, body: object = {}) => asAdmin(server, who).post(at(`reviews/${review.id}/finish`), body);
  expect(codeOf(await finish(ana))).toBe("not_the_reviewer");
  const finished = await Promise.all([finish(eve, { answer: "Very." }), finish(eve, { answer: "Very." })]);
  expect(finished.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await overviewOf(eve)).toEqual({ waiting: [], asked: [] });
  expect((await overviewOf(ana)).asked).toMatchObject([{ id: review.id, state: "DONE", answer: "Very." }]);
  server.clock.advance(8 * 24 * 60 * 60_000);
  expect((await overviewOf(await renewed(ana))).asked).toEqual([]);
});

/** The same person, with a session that has not ended meanwhile. */
async function renewed(who: TestAdmin): Promise<TestAdmin> {
  const { addSession } = await import("../../../../../test/kit/admins.ts");
  const session = await addSession(server, who.id);
  return { ...who, ...session };
}

test("a publication ends the reviews of a draft, and the one who asked can take a request back", async () => {
  const { id, ask } = await page();
  const other = await addMember(server, site, "OWNER");
  await ask(ana, { reviewer: eve.id });
  const second = reviewOf(await ask(ana, { reviewer: other.id }));
  const mia = await addMember(server, site, "AUTHOR");
  const cancel = (who: TestAdmin) => asAdmin(server, who).delete(at(`reviews/${second.id}`));
  expect(codeOf(await cancel(mia))).toBe("permission_missing");
  expect((await cancel(ana)).status).toBe(204);
  expect(codeOf(await cancel(ana))).toBe("review_not_found");
  await editor(server, site, eve).publish("pages", id);
  const asked = (await overviewOf(ana)).asked.filter(({ document }) => document.title.endsWith(String(pages)));
  expect(asked).toMatchObject([{ state: "PUBLISHED", answer: null }]);
  expect(codeOf(await asAdmin(server, ana).delete(at(`reviews/${asked[0]?.id}`)))).toBe("review_ended");
  // Asked again, about the next draft.
  expect((await ask(ana, { reviewer: eve.id })).status).toBe(201);
  const listed = (await asAdmin(server, ana).get(at(`reviews?state=open&reviewer=${eve.id}&asker=${ana.id}`))).json;
  expect(listed).toMatchObject({ total: 1 });
});

test("only somebody else of the site who may publish is asked", async () => {
  const { id, ask } = await page();
  const stranger = await addMember(server, await server.addSite(), "OWNER");
  const viewer = await addMember(server, site, "VIEWER");
  for (const reviewer of [ana.id, stranger.id, viewer.id, (await addMember(server, site, "AUTHOR")).id])
    expect((await ask(ana, { reviewer })).json).toMatchObject({ code: "validation_failed", errors: [{ path: "/reviewer" }] });
  expect(codeOf(await ask(viewer, { reviewer: eve.id }))).toBe("permission_missing");
  expect(codeOf(await ask(ana, { reviewer: eve.id, note: " " }))).toBe("validation_failed");
  await editor(server, site, eve).trash("pages", id);
  expect(codeOf(await ask(ana, { reviewer: eve.id }))).toBe("page_not_found");
});

test("of two who ask the same person at once one does, and a person has a bounded number of mails", async () => {
  const { ask } = await page();
  const answers = await Promise.all([ask(ana, { reviewer: eve.id }), ask(ana, { reviewer: eve.id })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  const ben = await addMember(server, site, "EDITOR");
  const statuses = new Map<number, number>();
  for (let count = 0; count < 31; count += 1) {
    const asked = await ask(ben, { reviewer: eve.id });
    statuses.set(asked.status, (statuses.get(asked.status) ?? 0) + 1);
    if (asked.status === 201) await asAdmin(server, ben).delete(at(`reviews/${reviewOf(asked).id}`));
    else if (asked.status === 409) {
      const listed = (await asAdmin(server, ben).get(at(`reviews?state=open&reviewer=${eve.id}`))).json as { data: ShownReview[] };
      for (const { id } of listed.data) await asAdmin(server, ben).delete(at(`reviews/${id}`));
    }
  }
  // What is refused does not count.
  expect([...statuses]).toEqual([
    [409, 1],
    [201, 30],
  ]);
  expect((await ask(ben, { reviewer: eve.id })).status).toBe(429);
});

test("with an account go the requests of the person", async () => {
  const { ask } = await page();
  const ben = await addMember(server, site, "EDITOR", { email: "ben@example.com" });
  await ask(ana, { reviewer: ben.id, note: "Canary of Ben" });
  await adminErase.run({ ...server.deps, progress: () => undefined }, { email: ben.email, yes: true });
  const left = await server.deps.sql<{ count: number }>`select count(*)::int as count from review_requests where note = 'Canary of Ben'`;
  expect(left).toEqual([{ count: 0 }]);
});
