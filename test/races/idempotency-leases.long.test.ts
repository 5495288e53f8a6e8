import { EventEmitter, once } from "node:events";
import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerOnce, resealAnswers, type Try } from "../../server/src/lib/http/idempotency.ts";
import { ProblemError, unavailable } from "../../server/src/lib/http/problem.ts";
import { KeyRing } from "../../server/src/lib/secrets/secret.ts";
import { DatabaseUnavailable } from "../../server/src/ports/database.ts";
import { startServer, type TestServer, type TestSite } from "../kit/harness.ts";

let server: TestServer;
let site: TestSite;
beforeAll(async () => {
  server = await startServer();
  site = await server.addSite();
});
afterAll(() => server.stop());

/** A request with an idempotency key, whose work the test does. */
async function request(key: string, work: (attempt: Try) => Promise<object>, secrets = server.deps.secrets): Promise<object> {
  const { sql, clock, ids } = server.deps;
  const asked = { headers: { "idempotency-key": key }, site, apiKeyId: "key", customer: undefined, body: { items: [] } };
  const about = { ...asked, routeOptions: { schema: { operationId: "order" } } } as unknown as Parameters<typeof answerOnce>[1];
  const reply = { header: () => reply } as unknown as Parameters<typeof answerOnce>[2];
  return answerOnce({ sql, clock, ids, secrets }, about, reply, work);
}
/** A gate that a test opens. */
function gate() {
  const opened = new EventEmitter();
  return { passed: once(opened, "open"), open: () => void opened.emit("open") };
}
const endLeases = () =>
  server.deps.sql`update idempotent_requests set leased_until = statement_timestamp() - interval '1 second' where site_id = ${site.id}`;

test("a try that resumes after another one failed is not taken for the one in progress", async () => {
  const [first, third] = [gate(), gate()];
  const remembered: string[] = [];
  const remember = async (name: string, { remember: note }: Try) => {
    await server.deps.sql.begin((tx) => note(tx, randomUUID()));
    remembered.push(name);
    return { name };
  };
  const begun = gate();
  const one = request("aba", async (attempt) => {
    begun.open();
    await first.passed;
    return remember("one", attempt);
  });
  await begun.passed;
  await endLeases();
  await expect(request("aba", async () => Promise.reject(new Error("sold out")))).rejects.toThrow("sold out");
  const thirdBegun = gate();
  const three = request("aba", async (attempt) => {
    thirdBegun.open();
    await third.passed;
    return remember("three", attempt);
  });
  await thirdBegun.passed;
  first.open();
  await expect(one).rejects.toMatchObject({ problem: { code: "idempotency_in_progress" } });
  third.open();
  expect(await three).toEqual({ name: "three" });
  expect(remembered).toEqual(["three"]);
  expect(await request("aba", async () => ({ name: "never" }))).toEqual({ name: "three" });
});

test("stored responses survive the rotation of SECRET_KEY", async () => {
  const [old, fresh] = [1, 2].map((id) => ({ id: String(id), bytes: new Uint8Array(randomBytes(32)) })) as [
    { id: string; bytes: Uint8Array },
    { id: string; bytes: Uint8Array },
  ];
  // Beside one whose key is gone, which is left alone.
  await request("lost", async () => ({}));
  await request("rotated", async () => ({ secret: "pi_1_secret" }), new KeyRing([old]));
  expect(await resealAnswers(server.deps.sql, new KeyRing([fresh, old]))).toBe(1);
  expect(await resealAnswers(server.deps.sql, new KeyRing([fresh, old]))).toBe(0);
  expect(await request("rotated", async () => ({ secret: "another" }), new KeyRing([fresh]))).toEqual({ secret: "pi_1_secret" });
});

test("a try that loses its database leaves its work to the next one, at once", async () => {
  const paymentId = randomUUID();
  const lost = request("database-lost", async ({ remember }) => {
    await server.deps.sql.begin((tx) => remember(tx, paymentId));
    // The transaction is committed, and its response is lost.
    throw new DatabaseUnavailable("The database does not respond.");
  });
  await expect(lost).rejects.toThrow(DatabaseUnavailable);
  expect(await request("database-lost", async ({ begunPaymentId }) => ({ begunPaymentId }))).toEqual({ begunPaymentId: paymentId });
});

test("a try that was refused, or lost its database before it began, leaves the key free", async () => {
  const paymentId = randomUUID();
  const refused = request("database-refused", async ({ remember }) => {
    await server.deps.sql.begin((tx) => remember(tx, paymentId));
    throw new ProblemError(unavailable);
  });
  await expect(refused).rejects.toThrow(ProblemError);
  const lost = request("database-before", () => Promise.reject(new DatabaseUnavailable("The database does not respond.")));
  await expect(lost).rejects.toThrow(DatabaseUnavailable);
  const unansweredRows = await server.deps.sql<{
    id: string;
  }>`select id from idempotent_requests where site_id = ${site.id} and answer is null`;
  expect(unansweredRows).toEqual([]);
});
