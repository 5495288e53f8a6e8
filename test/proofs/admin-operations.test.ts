import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adminAskerFor, adminAskerOf, adminRequest, type AdminProof } from "../kit/admin-proof.ts";
import { codeOf } from "../kit/admins.ts";
import { startServer, type TestServer } from "../kit/harness.ts";
import { addProofSite, type ProofSite } from "../kit/proof-site.ts";
import { loadAdminProofs, sendable, sendWith, successOf, type ProofRequest } from "../kit/proof.ts";
import { sampled } from "../kit/sampled.ts";
import { readEverything } from "../kit/site-rows.ts";
import { forgeries } from "./forgeries.ts";

let server: TestServer;
let tenants: [ProofSite, ProofSite];
beforeAll(async () => {
  server = await startServer({ takesPayments: true, mailsPerClient: 1_000_000, submissionsPerClient: 1_000_000 });
  tenants = [await addProofSite(server, "mark-alpha"), await addProofSite(server, "mark-beta")];
});
afterAll(() => server.stop());

const everyProof = [...(await loadAdminProofs()).values()].map((proof) => [proof.operation.id, proof] as const);
const proofs = sampled(everyProof, ([id]) => id, 12);

/** The first tenant, or a new site for a request that leaves nothing of it. */
const siteFor = ({ consumesSite }: AdminProof) => (consumesSite ? addProofSite(server, "mark-consumed") : tenants[0]);

/** The objects of a schema that take any further member; where names have a pattern, one that does not match it is such a member, with any value. */
function openObjects(schema: unknown, path = ""): string[] {
  if (Array.isArray(schema)) return schema.flatMap((one, index) => openObjects(one, `${path}/${index}`));
  if (typeof schema !== "object" || schema === null) return [];
  const { properties, patternProperties = {}, additionalProperties } = schema as Record<string, object | undefined>;
  const hasRules = properties !== undefined || Object.values(patternProperties).some((rules) => Object.keys(rules as object).length > 0);
  const isOpen = hasRules && additionalProperties === undefined;
  return [...(isOpen ? [path] : []), ...Object.entries(schema).flatMap(([name, one]) => openObjects(one, `${path}/${name}`))];
}

test.each(everyProof)("%s refuses members that it does not know, at every level of its body", async (_id, { operation }) => {
  expect(openObjects(operation.body)).toEqual([]);
});

const withBody = proofs.filter(([, { operation }]) => operation.body !== undefined);
test.each(withBody)("%s names an unknown member, and does nothing", async (_id, proof) => {
  const ownSite = await siteFor(proof);
  const asker = await adminAskerFor(server, ownSite, proof.operation);
  const request = await adminRequest(proof, asker);
  const sent = sendable(proof.operation, { ...request, body: { ...(request.body as object), unknownMember: 1 } });
  const before = await readEverything(server.deps.sql, ownSite.id);
  const answer = await sendWith(server, sent, asker.owner.headers);
  expect([answer.status, answer.json]).toMatchObject([400, { code: "validation_failed", errors: [{ path: "/unknownMember" }] }]);
  expect(await readEverything(server.deps.sql, ownSite.id)).toEqual(before);
});

// The harness checks every response to each of these: never 500, a declared problem, every header.
test.each(proofs)("%s responds to any invalid input with a declared problem", async (id, proof) => {
  const ownSite = await siteFor(proof);
  const asker = await adminAskerFor(server, ownSite, proof.operation);
  const request = await adminRequest(proof, asker);
  for (const { place, forge } of sampled(forgeries(request, proof.operation), (one) => `${id} ${one.place}`, 10)) {
    const { owner } = proof.operation.access === "session" ? await adminAskerOf(server, ownSite) : asker;
    const answer = await sendWith(server, sendable(proof.operation, forge(request)), owner.headers);
    expect([place.slice(0, 80), answer.status < 500]).toEqual([place.slice(0, 80), true]);
  }
});

/** Sends what was made for one site to another, by an owner of that one. */
const movedTo = (otherTenant: ProofSite, { params, ...rest }: ProofRequest): ProofRequest => ({
  ...rest,
  params: { ...params, siteSlug: otherTenant.slug },
});
const ofMembers = proofs.filter(([, { operation }]) => operation.access === "member");
/** Every site has the kinds of documents and mails, the plugins, and in these tests the form `contact`. */
const hasEverySite = (name: string, value: unknown) =>
  ["siteSlug", "documents", "plugin", "kind"].includes(name) || (name === "slug" && value === "contact");
const namesData = ({ params = {} }: ProofRequest) => Object.entries(params).some(([name, value]) => !hasEverySite(name, value));

describe.each(ofMembers)("%s", (_id, proof: AdminProof) => {
  // Both ways, since a statement that forgets the site finds the row that was made first.
  test.each([0, 1])("a request of site %i shows and changes nothing of it when it is sent to the other tenant", async (siteIndex) => {
    const { operation } = proof;
    const [ofTenants, otherTenant] = siteIndex === 0 ? tenants : [tenants[1], tenants[0]];
    const site = proof.consumesSite ? await siteFor(proof) : ofTenants;
    const [asker, ofOtherTenant] = [await adminAskerOf(server, site), await adminAskerOf(server, otherTenant)];
    if (!proof.consumesSite) {
      const answer = await sendWith(server, sendable(operation, await adminRequest(proof, asker)), asker.owner.headers);
      expect([answer.status, answer.text.includes(otherTenant.mark)]).toEqual([proof.success ?? successOf(operation), false]);
    }
    const request = movedTo(otherTenant, await adminRequest(proof, asker));
    const before = await readEverything(server.deps.sql, site.id);
    const foreign = await sendWith(server, sendable(operation, request), ofOtherTenant.owner.headers);
    expect(foreign.text).not.toContain(site.mark);
    expect(await readEverything(server.deps.sql, site.id)).toEqual(before);
    if (!namesData(request)) return;
    // And the other tenant gives the same response as for data that never existed.
    expect([foreign.status, codeOf(foreign)]).toEqual([404, expect.stringContaining("_not_found")]);
    if (request.params?.id === undefined) return;
    const never = { ...request, params: { ...request.params, id: randomUUID() } };
    const unknown = await sendWith(server, sendable(operation, never), ofOtherTenant.owner.headers);
    const summarize = ({ status, text }: typeof unknown) => [status, text.replace(/"requestId":"[^"]+"/, "")];
    expect(summarize(unknown)).toEqual(summarize(foreign));
  });
});
