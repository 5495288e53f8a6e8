import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adminAskerFor, adminRequest } from "../../test/kit/admin-proof.ts";
import { checkedFetch } from "../../test/kit/checked-client.ts";
import { startServer, type TestServer } from "../../test/kit/harness.ts";
import { addProofSite, type ProofSite } from "../../test/kit/proof-site.ts";
import { loadAdminProofs, sendable, successOf, type ProofRequest } from "../../test/kit/proof.ts";
import { createAdminClient } from "../src/admin.ts";
import { operations } from "../src/admin-generated.ts";
import type { AdminOperation } from "../src/admin-operation.ts";
import { sampled } from "../../test/kit/sampled.ts";

const proofs = await loadAdminProofs();
const methods = Object.entries(operations).flatMap(([group, rows]) =>
  Object.entries(rows).map(([id, row]): [string, string, AdminOperation] => [group, id, row]),
);

let server: TestServer;
let site: ProofSite;
beforeAll(async () => {
  server = await startServer({ takesPayments: true, mailsPerClient: 1_000_000 });
  site = await addProofSite(server, "sample");
});
afterAll(() => server.stop());

/** The request as the client takes it: everything by name, and the condition as the revision. */
function inputOf({ params, query, body, headers = {} }: ProofRequest, { sends, conditional }: AdminOperation): object {
  if (sends === "form") {
    const seen = Number(/\d+/.exec(headers["if-match"] ?? "")?.[0]);
    return { ...params, file: fileOf(body), ...(conditional && { revision: seen }) };
  }
  const jsonBody = (typeof body === "string" ? JSON.parse(body) : body) as object | undefined;
  const byName = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const revision = byName["if-none-match"] === "*" ? "new" : Number(/\d+/.exec(byName["if-match"] ?? "")?.[0]);
  return { ...params, ...query, ...(sends === "body" ? { body: jsonBody } : jsonBody), ...(conditional && { revision }) };
}

/** A file that the proof sends as text. */
function fileOf(body: unknown): Blob {
  return new Blob([String(body)], { type: "text/plain" });
}

describe("the admin client", () => {
  test("has a method for each operation with a proof that ends by itself, and is of no other protocol, and no other", () => {
    const ending = [...proofs.values()].filter(({ operation }) => !operation.streams && !operation.protocol);
    expect(methods.map(([, id]) => id).sort()).toEqual(ending.map(({ operation }) => operation.id).sort());
  });

  test.each(sampled(methods, ([, id]) => id))(
    "%s.%s sends the request that was written by hand, and returns what the server answered",
    async (group, id, row) => {
      const proof = proofs.get(id);
      if (!proof) throw new Error(`${id} has no proof.`);
      const asker = await adminAskerFor(server, proof.consumesSite ? await addProofSite(server, "consumed") : site, proof.operation);
      const request = await adminRequest(proof, asker);
      const written = sendable(proof.operation, request);
      let sent: unknown;
      let response = new Response();
      const fetched = checkedFetch(server);
      const client = createAdminClient({
        url: server.url,
        retries: 0,
        fetch: async (address, init) => {
          const { pathname, search } = new URL(address);
          const headers = new Headers(init.headers);
          const conditions = [headers.get("if-match"), headers.get("if-none-match")];
          sent = {
            method: init.method,
            path: pathname + search,
            conditions,
            body:
              init.body instanceof FormData ? await (init.body.get("file") as Blob).text() : init.body && JSON.parse(init.body as string),
          };
          // As a browser does.
          const answer = await fetched(address, { ...init, headers: { ...Object.fromEntries(headers), ...asker.owner.headers } });
          response = answer.clone();
          return answer;
        },
      });
      const method = (client as unknown as Record<string, Record<string, (input: object) => Promise<unknown>>>)[group]?.[id];
      const returned = await method?.(inputOf(request, row));

      const conditions = ["if-match", "if-none-match"].map((name) => new Headers(written.headers).get(name));
      const body = row.sends === "form" || written.body === undefined ? written.body : (JSON.parse(written.body) as unknown);
      expect(sent).toEqual({ method: written.method, path: written.path, conditions, body });
      expect(response.status).toBe(proof.success ?? successOf(proof.operation));
      const text = await response.text();
      const answer = (text === "" ? {} : JSON.parse(text)) as { data?: object; total?: number };
      // A list comes with its numbers; anything else by itself, a search with its few finds too.
      const data = answer.data === undefined || answer.total !== undefined ? answer : answer.data;
      const revision = Number(/\d+/.exec(response.headers.get("etag") ?? "")?.[0]);
      if (row.tagged) expect(Number.isInteger(revision)).toBe(true);
      const expected = Array.isArray(data) ? data : { ...data, ...(row.tagged && { revision }) };
      expect(returned).toEqual(text === "" ? undefined : expected);
    },
  );
});
