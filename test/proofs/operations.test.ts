import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isDescribed, isOfAdminApi } from "../../server/src/lib/http/operation.ts";
import { everyRoute } from "../../server/src/routes.ts";
import type { Answer, TestServer } from "../kit/harness.ts";
import { startServer } from "../kit/harness.ts";
import { addProofSite, type ProofSite } from "../kit/proof-site.ts";
import { credentialOf, loadAdminProofs, loadProofs, prove, sendable, sendWith, successOf, type ProofRequest } from "../kit/proof.ts";
import { sha256 } from "../../server/src/lib/secrets/secret.ts";
import type { Sql } from "../../server/src/ports/database.ts";
import { readEverything } from "../kit/site-rows.ts";

const proofs = await loadProofs();

let server: TestServer;
let tenants: [ProofSite, ProofSite];
beforeAll(async () => {
  server = await startServer({ takesPayments: true, mailsPerClient: 1_000_000 });
  tenants = [await addProofSite(server, "mark-alpha"), await addProofSite(server, "mark-beta")];
});
afterAll(() => server.stop());

test("every operation of the API has a proof beside it", () => {
  const operations = everyRoute.filter((one) => isDescribed(one) && !isOfAdminApi(one));
  expect([...proofs.keys()].sort()).toEqual(operations.map(({ id }) => id).sort());
  for (const { id, ...operation } of operations) expect(proofs.get(id)?.operation).toMatchObject(operation);
});

test("every operation of the admin API has a proof beside it", async () => {
  const adminProofs = await loadAdminProofs();
  const operations = everyRoute.filter((one) => isDescribed(one) && isOfAdminApi(one));
  expect([...adminProofs.keys()].sort()).toEqual(operations.map(({ id }) => id).sort());
  for (const { id, ...operation } of operations) expect(adminProofs.get(id)?.operation).toMatchObject(operation);
});

/** The parts that differ between responses. */
const withoutRequestId = ({ text }: Answer) => text.replace(/"requestId":"[^"]+"/, "");

describe.each([...proofs.values()].map((proof) => [proof.operation.id, proof] as const))("%s", (_id, proof) => {
  const { operation, atOtherTenant } = proof;
  const send = (request: ProofRequest, credential: Record<string, string>) => sendWith(server, sendable(operation, request), credential);
  /** The request moved to the other site: parameters that name a site name that one. */
  const movedTo = (otherTenant: ProofSite, { params, ...rest }: ProofRequest): ProofRequest => ({
    ...rest,
    ...(params && { params: "siteSlug" in params ? { ...params, siteSlug: otherTenant.slug } : params }),
  });

  // Both ways, since a statement that forgets the site finds the row that was made first.
  test.each([0, 1])("a request of site %i shows and changes nothing of it when it is sent to the other tenant", async (siteIndex) => {
    const [site, otherTenant] = siteIndex === 0 ? tenants : [tenants[1], tenants[0]];
    const { request, credential } = await prove(proof, site);
    const answer = await send(request, credential);
    expect([answer.status, answer.text.includes(otherTenant.mark)]).toEqual([successOf(operation), false]);

    const again = movedTo(otherTenant, (await prove(proof, site)).request);
    const credentialOfOtherTenant = await credentialOf(operation, otherTenant.asker());
    const before = await readEverything(server.deps.sql, site.id);
    const foreign = await send(again, credentialOfOtherTenant);
    if (atOtherTenant !== "same") {
      expect(foreign.text).not.toContain(site.mark);
      expect(await readEverything(server.deps.sql, site.id)).toEqual(before);
    }
    if (typeof atOtherTenant === "string") expect(foreign.status).toBe(successOf(operation));
    else expect([foreign.status, (foreign.json as { code: string }).code]).toEqual([atOtherTenant.status, atOtherTenant.code]);

    // And the other tenant gives the same response as for data that never existed.
    if (typeof atOtherTenant === "string" || again.params?.id === undefined) return;
    const never = await send({ ...again, params: { ...again.params, id: randomUUID() } }, credentialOfOtherTenant);
    expect([never.status, withoutRequestId(never)]).toEqual([foreign.status, withoutRequestId(foreign)]);
  });
});

test("the state of a site shows a row that was changed, added, replaced or removed", async () => {
  const { sql, clock, ids } = server.deps;
  const { id } = tenants[0];
  const add = (tx: Sql, name: string) => tx`
    insert into api_keys (id, site_id, name, key_hash, last_four, created_at)
    values (${ids.next()}, ${id}, ${name}, ${sha256(`${id} ${name}`)}, 'abcd', ${clock.now()})`;
  const remove = (tx: Sql, name: string) => tx`delete from api_keys where site_id = ${id} and name = ${name}`;
  const steps = [
    () => sql`update api_keys set name = name where site_id = ${id}`,
    () => add(sql, "one"),
    () => sql.begin(async (tx) => [await remove(tx, "one"), await add(tx, "another")]),
    () => remove(sql, "another"),
  ];
  for (const step of steps) {
    const before = await readEverything(sql, id);
    expect(before.length).toBeGreaterThan(15);
    await step();
    const after = await readEverything(sql, id);
    expect(after.filter((line) => !before.includes(line))).toEqual([expect.stringMatching(/^api_keys /)]);
  }
});
