import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { adminClientOf, fakeServer, problem, type Reply } from "../test/fake-server.ts";
import { callAdmin } from "./admin-call.ts";
import type { AdminOperation } from "./admin-operation.ts";
import { attemptAdmin, isAdminError } from "./admin.ts";
import type { IdempotentCallOptions } from "./operation.ts";

// Waiting takes no time in these tests.
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const change: AdminOperation = { method: "PUT", path: "/things/{id}", conditional: true, tagged: true, query: ["force"], sends: "members" };
const tagged = (revision: string) => ({ body: { data: { title: "New" } }, headers: { etag: revision } });

/** Calls an operation that the test makes up; the request as it was sent, with the outcome. */
async function called(operation: AdminOperation, input: object, replies: [Reply, ...Reply[]] = [{}], options: IdempotentCallOptions = {}) {
  const { fetch, seen } = fakeServer(replies);
  const caller = { url: "https://vitrine.example", token: "vt_1", site: undefined, fetch, retries: 2, timeoutMs: 1_000 };
  const call = callAdmin(caller, "changeThing", operation, { ...input }, options).then(
    (value) => ({ value, error: undefined }),
    (error: unknown) => ({ value: undefined, error }),
  );
  await vi.runAllTimersAsync();
  return { ...(await call), seen, sent: seen[0] };
}

describe("a change of something with a revision", () => {
  test("names the revision that was seen, and answers with the new one", async () => {
    const { sent, value } = await called(change, { id: "a/b", revision: 7, title: "New", force: true }, [tagged('W/"8"')]);
    expect([sent?.url.pathname, sent?.url.search, sent?.body]).toEqual(["/things/a%2Fb", "?force=true", { title: "New" }]);
    expect([sent?.headers.get("if-match"), sent?.headers.get("if-none-match")]).toEqual(['"7"', null]);
    expect(value).toEqual({ title: "New", revision: 8 });
  });

  test("creates, and only creates, with the revision `new`", async () => {
    const { sent } = await called(change, { id: "a", revision: "new", title: "New" }, [tagged('"1"')]);
    expect([sent?.headers.get("if-match"), sent?.headers.get("if-none-match"), sent?.body]).toEqual([null, "*", { title: "New" }]);
  });

  test("without a revision names none: the server says what is missing", async () => {
    const { sent, error } = await called(change, { id: "a" }, [problem(428, "precondition_required")]);
    expect([sent?.headers.get("if-match"), sent?.headers.get("if-none-match")]).toEqual([null, null]);
    expect(isAdminError(error, "precondition_required")).toBe(true);
  });

  test("that somebody else has changed is refused, with the members of the problem", async () => {
    const members = { revision: 9, changedBy: { id: "1", name: "Eve" }, changedAt: "2026-11-20T09:30:00.000Z" };
    const { error, seen } = await called(change, { id: "a", revision: 7 }, [problem(412, "revision_conflict", members)]);
    expect(error).toMatchObject({ code: "revision_conflict", status: 412, ...members });
    expect(seen.length).toBe(1);
  });
});

test("a body whose members are free is sent as it is", async () => {
  const operation: AdminOperation = { method: "PUT", path: "/things/{id}", sends: "body" };
  expect((await called(operation, { id: "a", body: { id: "b", revision: 1 } })).sent?.body).toEqual({ id: "b", revision: 1 });
});

test("a bundle is sent as JSON, or as the text that it is", async () => {
  const operation: AdminOperation = { method: "POST", path: "/bundle", sends: "yaml" };
  const json = (await called(operation, { body: { bundle: 1 } })).sent;
  expect([json?.headers.get("content-type"), json?.body]).toEqual(["application/json", { bundle: 1 }]);
  const { fetch } = fakeServer([{}, {}]);
  const texts: [string, unknown][] = [];
  const caller = {
    url: "https://vitrine.example",
    token: undefined,
    site: undefined,
    retries: 0,
    timeoutMs: 1_000,
    fetch: (async (url: string, init: RequestInit) => {
      texts.push([new Headers(init.headers).get("content-type") ?? "", await new Response(init.body).text()]);
      return fetch(url, { ...init, body: null });
    }) as typeof globalThis.fetch,
  };
  await callAdmin(caller, "importSite", operation, { body: "bundle: 1" });
  await callAdmin(caller, "importSite", operation, { body: new Blob(["bundle: 1"]) });
  expect(texts).toEqual([
    ["application/yaml", "bundle: 1"],
    ["application/yaml", "bundle: 1"],
  ]);
});

test("a member `revision` of a body is one like others where no header names it", async () => {
  const operation: AdminOperation = { method: "POST", path: "/things/{id}/publish", sends: "members" };
  const { sent } = await called(operation, { id: "a", revision: 3 });
  expect([sent?.body, sent?.headers.get("if-match")]).toEqual([{ revision: 3 }, null]);
});

test("a change without a body sends none, and an answer without one is nothing", async () => {
  const { sent, value } = await called({ method: "DELETE", path: "/things/{id}" }, { id: "a" }, [{ status: 204 }]);
  expect([sent?.method, sent?.body, sent?.headers.get("content-type"), value]).toEqual(["DELETE", undefined, null, undefined]);
});

describe("a call that failed", () => {
  const lost = new TypeError("The answer is lost");

  test("is repeated if it reads", async () => {
    expect((await called({ method: "GET", path: "/things" }, {}, [lost, {}])).seen.length).toBe(2);
  });

  test.each(["POST", "PUT", "PATCH", "DELETE"] as const)("is not repeated if it changes something: %s", async (method) => {
    const { seen, error } = await called({ method, path: "/things" }, {}, [lost, {}], { idempotencyKey: "of no use here" });
    expect([seen.length, (error as { code?: string }).code, seen[0]?.headers.has("idempotency-key")]).toEqual([1, "network_error", false]);
  });

  test("is repeated with the same key where the server acts once", async () => {
    const operation: AdminOperation = { method: "POST", path: "/things", idempotent: true, sends: "members" };
    const keys = ({ seen }: Awaited<ReturnType<typeof called>>) => seen.map(({ headers }) => headers.get("idempotency-key"));
    expect(keys(await called(operation, {}, [lost, {}], { idempotencyKey: "k" }))).toEqual(["k", "k"]);
    const [first, again] = keys(await called(operation, {}, [lost, {}]));
    expect([first?.length, again]).toEqual([32, first]);
  });

  test("is repeated if the server was too busy to begin", async () => {
    expect((await called(change, { id: "a", revision: 1 }, [problem(429, "rate_limited"), tagged('"2"')])).seen.length).toBe(2);
  });
});

describe("the client", () => {
  test("sends a token if it has one, and none to an operation that takes nobody", async () => {
    const { client, seen } = adminClientOf({ token: () => Promise.resolve("vt_1") }, {});
    await client.self.getMe();
    await client.withToken(undefined).self.getMe();
    await client.session.requestPasswordReset({ email: "ada@example.com" });
    expect(seen.map(({ headers }) => headers.get("authorization"))).toEqual(["Bearer vt_1", null, null]);
  });

  test("is at the origin of its page, if it has no address", async () => {
    const { client, seen } = adminClientOf({ url: undefined }, {});
    await client.self.getMe();
    expect(seen[0]?.url.href).toBe("https://page.example/api/admin/v1/me");
  });

  test("knows the site of operations that name none", async () => {
    const { client, seen } = adminClientOf({ site: "acme" }, { body: { data: [], page: 1, pageSize: 1, total: 0 } });
    await client.audit.listAudit({ page: 2 });
    await client.audit.listAudit({ siteSlug: "other" });
    await client.withSite("third").audit.listAudit();
    expect(seen.map(({ url }) => url.pathname.split("/")[5])).toEqual(["acme", "other", "third"]);
    await expect(client.withSite(undefined).audit.listAudit()).rejects.toThrow("listAudit needs a site");
  });

  test("walks through a list", async () => {
    const page = (number: number) => ({ body: { data: [number], page: number, pageSize: 1, total: 2 } });
    const { client, seen } = adminClientOf({ site: "acme" }, page(1), page(2));
    const entries: unknown[] = [];
    for await (const entry of client.audit.listAudit.all({ target: "page" })) entries.push(entry);
    expect(entries).toEqual([1, 2]);
    expect(seen.map(({ url }) => url.searchParams.get("page"))).toEqual(["1", "2"]);
  });

  test("gives a failure as a value", async () => {
    const { client } = adminClientOf({ site: "acme" }, problem(403, "permission_missing", { permission: "audit:read" }));
    const { data, error } = await attemptAdmin(client.audit.listAudit());
    expect([data, error?.code === "permission_missing" && error.permission]).toEqual([undefined, "audit:read"]);
  });
});
