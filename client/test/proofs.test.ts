import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkedFetch } from "../../test/kit/checked-client.ts";
import { startServer, type TestServer } from "../../test/kit/harness.ts";
import { addProofSite, type ProofSite } from "../../test/kit/proof-site.ts";
import { loadProofs, prove, sendWith, type ProofRequest } from "../../test/kit/proof.ts";
import { operations } from "../src/generated.ts";
import { createClient } from "../src/index.ts";

const proofs = await loadProofs();
const methods = Object.entries(operations).flatMap(([group, named]) => Object.keys(named).map((id) => [group, id] as const));

let server: TestServer;
let site: ProofSite;
beforeAll(async () => {
  server = await startServer({ takesPayments: true });
  site = await addProofSite(server, "sample");
});
afterAll(() => server.stop());

/** The request as the client takes it: all parameters by name. The body of a signed request stays unchanged. */
function inputOf({ params, query, body, headers }: ProofRequest): object {
  const signature = headers?.["processor-signature"];
  return { ...params, ...query, ...(signature === undefined ? (body as object | undefined) : { body, signature }) };
}

describe("the client", () => {
  test("has a method for each operation with a proof, and no other", () => {
    expect(methods.map(([, id]) => id).sort()).toEqual([...proofs.keys()].sort());
  });

  test.each(methods)("%s.%s sends the request that was written by hand, and returns its response", async (group, id) => {
    const proof = proofs.get(id);
    if (!proof) throw new Error(`${id} has no proof.`);
    const [byClient, byHand] = [await prove(proof, site), await prove(proof, site)];
    let asked = "";
    const fetched = checkedFetch(server);
    const client = createClient({
      baseUrl: server.url,
      apiKey: site.key,
      retries: 0,
      fetch: (address, init) => {
        const { pathname, search } = new URL(address);
        asked = `${init.method ?? "GET"} ${pathname}${search}`;
        return fetched(address, init);
      },
    });
    const { authorization } = byClient.credential;
    const callingClient = authorization === undefined ? client : client.withCustomerToken(authorization.slice("Bearer ".length));
    const method = (callingClient as unknown as Record<string, Record<string, (input: object) => Promise<object>>>)[group]?.[id];
    const returned = await method?.(inputOf(byClient.request));
    expect(asked).toBe(`${byClient.sent.method} ${byClient.sent.path}`);

    const { sent, credential } = byHand;
    const { json } = await sendWith(server, sent, credential);
    const { data } = json as { data?: object };
    const expected = data === undefined || Array.isArray(data) ? (json as object) : data;
    expect(Object.keys(returned ?? {}).sort()).toEqual(Object.keys(expected).sort());
    if (sent.method === "GET" && sent.path === byClient.sent.path && !authorization) expect(returned).toEqual(expected);
  });
});
