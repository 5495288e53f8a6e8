import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../../test/kit/harness.ts";
import { contactForm, submissionsOf, submitter } from "../../test/kit/form-site.ts";
import { jobs as allJobs, periodicJobs, taskKinds } from "./jobs.ts";
import { ClockCheck, ClockNotBelieved } from "./lib/tasks/clock-check.ts";
import { checkedByClock } from "./lib/tasks/job.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const yearMs = 365 * 24 * 60 * 60_000;

test("a server whose date is a year ahead of the database's deletes nothing", async () => {
  const site = await server.addSite({ forms: [contactForm()], site: { settings: { forms: { retentionDays: 30 } } } });
  await submitter(server, site)({ name: "Ada", email: "ada@example.com", message: "Hello" });
  // The test's clock is months from the database's, which is the machine's.
  server.clock.advance(yearMs);
  const jobs = checkedByClock(periodicJobs(server.deps), new ClockCheck(server.deps));
  const outcomes = await Promise.allSettled(jobs.map(({ run }) => run()));
  const failed = jobs.filter((_, index) => outcomes[index]?.status === "rejected");
  expect(failed.map(({ name }) => name)).toEqual(jobs.filter(({ deletes }) => deletes).map(({ name }) => name));
  expect(failed).toHaveLength(17);
  for (const outcome of outcomes) if (outcome.status === "rejected") expect(outcome.reason).toBeInstanceOf(ClockNotBelieved);
  expect(await submissionsOf(server, site)).toHaveLength(1);
});

test("a task that was put off for 400 days by a wrong clock is done at once", async () => {
  const site = await server.addSite({
    plugins: { "svc.forms": { enabled: true, config: { notify: ["staff@example.com"] } } },
    forms: [contactForm()],
  });
  await submitter(server, site)({ name: "Ada", email: "ada@example.com", message: "Hello" });
  await server.deps.sql`update outbox set due_at = due_at + interval '400 days' where site_id = ${site.id}`;
  await server.runTasks();
  expect(server.mails.filter(({ to }) => to === "staff@example.com")).toHaveLength(1);
});

test("a task or a job is in the file of its feature that has its name", async () => {
  const features = fileURLToPath(new URL("features/", import.meta.url));
  const files = (await readdir(features, { recursive: true })).filter((path) => /^[^/]+\/[^/]+\/tasks\/[^/]*(?<!\.test)\.ts$/.test(path));
  const fileOf = (name: string) => `${name.replaceAll(" ", "-")}.ts`;
  expect(files.map((path) => path.slice(path.lastIndexOf("/") + 1)).sort()).toEqual(
    [...taskKinds, ...allJobs].map(({ name }) => fileOf(name)).sort(),
  );
  for (const path of files) {
    const values = Object.values((await import(/* @vite-ignore */ `./features/${path}`)) as object);
    const job = [...taskKinds, ...allJobs].find(({ name }) => path.endsWith(`/tasks/${fileOf(name)}`));
    expect(values, path).toContain(job);
  }
});
