import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isOfAdminApi } from "../../server/src/lib/http/operation.ts";
import { everyRoute } from "../../server/src/routes.ts";
import type { Answer, TestServer } from "../kit/harness.ts";
import { startServer } from "../kit/harness.ts";
import { addProofSite, type ProofSite } from "../kit/proof-site.ts";
import { credentialOf, loadAdminProofs, loadProofs, prove, sendable, sendWith, successOf, type ProofRequest } from "../kit/proof.ts";
import { readEverything } from "../kit/site-rows.ts";

const proofs = await loadProofs();

let server: TestServer;
let twins: [ProofSite, ProofSite];
beforeAll(async () => {
  server = await startServer({ takesPayments: true, mailsPerClient: 1_000_000 });
  twins = [await addProofSite(server, "mark-alpha"), await addProofSite(server, "mark-beta")];
});
afterAll(() => server.stop());

test("every operation of the API has a proof beside it", () => {
  const operations = everyRoute.filter((one) => one.response !== undefined && !isOfAdminApi(one));
  expect([...proofs.keys()].sort()).toEqual(operations.map(({ id }) => id).sort());
  for (const { id, ...operation } of operations) expect(proofs.get(id)?.operation).toMatchObject(operation);
});

test("every operation of the admin API has a proof beside it", async () => {
  const adminProofs = await loadAdminProofs();
  const operations = everyRoute.filter((one) => one.response !== undefined && isOfAdminApi(one));
  expect([...adminProofs.keys()].sort()).toEqual(operations.map(({ id }) => id).sort());
  for (const { id, ...operation } of operations) expect(adminProofs.get(id)?.operation).toMatchObject(operation);
});

/** The parts that differ between responses. */
const withoutRequestId = ({ text }: Answer) => text.replace(/"requestId":"[^"]+"/, "");

describe.each([...proofs.values()].map((proof) => [proof.operation.id, proof] as const))("%s", (_id, proof) => {
  const { operation, atTwin } = proof;
  const send = (request: ProofRequest, credential: Record<string, string>) => sendWith(server, sendable(operation, request), credential);
  /** The request moved to the other site: parameters that name a site name that one. */
  const movedTo = (twin: ProofSite, { params, ...rest }: ProofRequest): ProofRequest => ({
    ...rest,
    ...(params && { params: "siteSlug" in params ? { ...params, siteSlug: twin.slug } : params }),
  });

  // Both ways, since a statement that forgets the site finds the row that was made first.
  test.each([0, 1])("a request of site %i shows and changes nothing of it when it is sent to its twin", async (own) => {
    const [site, twin] = own === 0 ? twins : [twins[1], twins[0]];
    const { request, credential } = await prove(proof, site);
    const answer = await send(request, credential);
    expect([answer.status, answer.text.includes(twin.mark)]).toEqual([successOf(operation), false]);

    const again = movedTo(twin, (await prove(proof, site)).request);
    const credentialOfTwin = await credentialOf(operation, twin.asker());
    const before = await readEverything(server.deps.sql, site.id);
    const foreign = await send(again, credentialOfTwin);
    if (atTwin !== "same") {
      expect(foreign.text).not.toContain(site.mark);
      expect(await readEverything(server.deps.sql, site.id)).toEqual(before);
    }
    if (typeof atTwin === "string") expect(foreign.status).toBe(successOf(operation));
    else expect([foreign.status, (foreign.json as { code: string }).code]).toEqual([atTwin.status, atTwin.code]);

    // And the twin gives the same response as for data that never existed.
    if (typeof atTwin === "string" || again.params?.id === undefined) return;
    const never = await send({ ...again, params: { ...again.params, id: randomUUID() } }, credentialOfTwin);
    expect([never.status, withoutRequestId(never)]).toEqual([foreign.status, withoutRequestId(foreign)]);
  });
});

test("the comparison of the whole database sees one changed row", async () => {
  const { sql } = server.deps;
  const before = await readEverything(sql, twins[0].id);
  expect(before.length).toBeGreaterThan(40);
  await sql`update customers set updated_at = updated_at where site_id = ${twins[0].id} and id = (select min(id::text)::uuid from customers where site_id = ${twins[0].id})`;
  const after = await readEverything(sql, twins[0].id);
  expect(after.filter((line) => !before.includes(line))).toHaveLength(1);
});
