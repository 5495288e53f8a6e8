import { afterAll, beforeAll, expect, test } from "vitest";
import { contactForm, submissionsOf, submitter } from "../../../../../../test/kit/form-site.ts";
import { startServer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";
import { periodicJobs } from "../../../../jobs.ts";
import { longTest } from "../../../../../../test/kit/sampled.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const day = 24 * 60 * 60_000;
const good = { name: "Ada", email: "ada@example.com", message: "Hello" };
const siteThatKeeps = (days?: number) =>
  server.addSite({ forms: [contactForm()], ...(days === undefined ? {} : { site: { settings: { forms: { retentionDays: days } } } }) });
const ran = async () =>
  periodicJobs(server.deps)
    .find(({ name }) => name === "remove old submissions")
    ?.run();
const readKeptKinds = async (sites: TestSite[]) => {
  const all = await Promise.all(sites.map((site) => submissionsOf(server, site)));
  return all.map((submissions) => submissions.map(({ isSpam }) => (isSpam ? "spam" : "honest")));
};

test("the job removes submissions after the site's retention, and spam after thirty days at most", async () => {
  const sites = [await siteThatKeeps(), await siteThatKeeps(1), await siteThatKeeps(60), await siteThatKeeps(3_650)];
  for (const site of sites) {
    await submitter(server, site)(good);
    await submitter(server, site)({ ...good, _hp: "x" });
  }
  const both = ["honest", "spam"];
  server.clock.advance(day);
  await ran();
  expect(await readKeptKinds(sites)).toEqual([both, both, both, both]);
  server.clock.advance(1);
  await ran();
  expect(await readKeptKinds(sites)).toEqual([both, [], both, both]);
  server.clock.advance(29 * day);
  await ran();
  expect(await readKeptKinds(sites)).toEqual([["honest"], [], ["honest"], ["honest"]]);
  server.clock.advance(30 * day);
  await ran();
  expect(await readKeptKinds(sites)).toEqual([["honest"], [], [], ["honest"]]);
  server.clock.advance(3_590 * day);
  await ran();
  expect(await readKeptKinds(sites)).toEqual([["honest"], [], [], []]);
});

longTest("the job removes any number of old submissions", { timeout: 180_000 }, async () => {
  const site = await siteThatKeeps(1);
  await submitter(server, site)(good);
  await server.deps.sql`
    insert into form_submissions (site_id, id, form_id, form_version, data, client, is_spam, created_at)
    select site_id, gen_random_uuid(), form_id, 1, '{}', '', number % 2 = 0, ${server.clock.now()}::timestamptz - interval '40 days'
    from form_submissions cross join generate_series(1, 25000) as numbers (number)
    where site_id = ${site.id}`;
  await ran();
  expect(await readKeptKinds([site])).toEqual([["honest"]]);
});
