import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { everyRoute } from "../../server/src/routes.ts";
import { isDescribed, isOfAdminApi, type OperationSpec } from "../../server/src/lib/http/operation.ts";
import { adminAskerOf, adminProof, adminRequest, type AdminAsker, type AdminProof } from "../kit/admin-proof.ts";
import { adminProbes } from "../kit/admin-probes.ts";
import { expectedOf, senders, type Sender } from "../kit/admin-senders.ts";
import { addMember, codeOf, type TestAdmin } from "../kit/admins.ts";
import { startServer, type Answer, type TestServer } from "../kit/harness.ts";
import { addProofSite, type ProofSite } from "../kit/proof-site.ts";
import { loadAdminProofs, sendable, sendWith, successOf } from "../kit/proof.ts";
import { sampled, sampledEmbedded } from "../kit/sampled.ts";
import { readEverything } from "../kit/site-rows.ts";

// Every person who might send a request, and every operation of the admin API. The expectations follow from the roles and from what each
// operation declares, and from nothing that the server decides.

let server: TestServer;
let site: ProofSite;
let other: ProofSite;
beforeAll(async () => {
  server = await startServer({ takesPayments: true, mailsPerClient: 1_000_000, moreOperations: adminProbes });
  [site, other] = [await addProofSite(server, "own"), await addProofSite(server, "other")];
});
afterAll(() => server.stop());

const proofs = [...(await loadAdminProofs()).values()];
const probes = adminProbes.map((operation) =>
  adminProof(operation, () => (operation.conditional ? { headers: { "if-match": '"7"' } } : {})),
);
const rows = [...proofs, ...probes].flatMap((proof) =>
  senders.map((sender): [string, Sender, AdminProof] => [`${proof.operation.id}: ${sender.name}`, sender, proof]),
);

test("every operation of the admin API is in this matrix", () => {
  const operations = everyRoute.filter((one) => isDescribed(one) && isOfAdminApi(one));
  expect(proofs.map(({ operation }) => operation.id).sort()).toEqual(operations.map(({ id }) => id).sort());
  for (const { id, path, access, permission, cors } of operations) {
    expect([id, path.startsWith("/api/admin/v1/"), cors]).toEqual([id, true, "closed"]);
    // No operation of a site is open to all of its members by an oversight, and no other names a permission.
    expect([id, path.includes("{siteSlug}"), permission !== undefined]).toEqual([id, access === "member", access === "member"]);
  }
});

async function setState(state: Sender["siteState"], of: ProofSite): Promise<void> {
  const { sql } = server.deps;
  const settings = JSON.stringify(state === "second factor required" ? { team: { requireSecondFactor: true } } : {});
  await sql`
    update sites set suspended_at = case when ${state === "suspended"} then created_at end, settings = ${settings}::json where id = ${of.id}`;
}

const owners = new WeakMap<ProofSite, Promise<TestAdmin>>();

/** The sender of a request, and an owner who makes its data: one for all, except where nobody signs in, and the request is about that owner. */
async function askerOf({ operation }: AdminProof, at: ProofSite, sender: TestAdmin): Promise<AdminAsker> {
  if (operation.access === "signIn") return adminAskerOf(server, at, sender);
  let owner = owners.get(at);
  if (!owner) owners.set(at, (owner = addMember(server, at, "OWNER")));
  return adminAskerOf(server, at, sender, await owner);
}

/** Sends the operation's request at the site, as the sender. */
async function sendAs({ make, siteState }: Sender, proof: AdminProof, at: ProofSite): Promise<Answer> {
  const { admin, headers } = await make(server, at, other);
  const request = await adminRequest(proof, await askerOf(proof, at, admin));
  if (siteState) await setState(siteState, at);
  try {
    return await sendWith(server, sendable(proof.operation, request), headers);
  } finally {
    if (siteState) await setState(undefined, at);
  }
}

/** The site of all requests, or a new one for a request that leaves nothing of it. */
const siteFor = ({ consumesSite }: AdminProof) => (consumesSite ? addProofSite(server, "consumed") : site);

const successIn = ({ operation, success }: AdminProof) => success ?? successOf(operation);

describe("an operation of the admin API", () => {
  test.each(sampledEmbedded(rows, ([name]) => name, 64, 8))("%s", async (_name, sender, proof) => {
    const ownSite = await siteFor(proof);
    const { operation } = proof;
    const expected = expectedOf(operation, sender.facts);
    const answer = await sendAs(sender, proof, ownSite);
    if (expected === undefined) expect([answer.status, codeOf(answer)]).toEqual([successIn(proof), undefined]);
    else expect([answer.status >= 400, codeOf(answer)]).toEqual([true, expected]);
    if (expected === "permission_missing") {
      expect((answer.json as { permission: string }).permission).toBe(operation.access === "operator" ? "operator" : operation.permission);
    }
    if (answer.status === 401) expect(answer.headers.get("www-authenticate")).toContain("Bearer");
    expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
  });
});

const ofMembers = proofs.filter(({ operation }) => operation.access === "member");
const named = (some: readonly AdminProof[]) => some.map((proof) => [proof.operation.id, proof] as const);
const withoutRequestId = ({ text }: Answer) => text.replace(/"requestId":"[^"]+"/, "");

test.each(sampled(named(ofMembers), ([id]) => id, 24))(
  "%s answers alike for a site that is not the sender's and for one that does not exist, to the byte, and changes nothing",
  async (_id, proof) => {
    const ownSite = await siteFor(proof);
    for (const sender of senders.filter(({ facts }) => facts.role === null && !facts.refusedAs)) {
      const { admin, headers } = await sender.make(server, ownSite, other);
      const request = await adminRequest(proof, await askerOf(proof, ownSite, admin));
      const before = await readEverything(server.deps.sql, ownSite.id);
      const send = (slug: string) =>
        sendWith(server, sendable(proof.operation, { ...request, params: { ...request.params, siteSlug: slug } }), headers);
      const [foreign, missing] = [await send(ownSite.slug), await send("nobodys-site")];
      const summarize = ({ headers: responseHeaders, status }: Answer) => [status, [...responseHeaders.keys()].sort()];
      expect([sender.name, summarize(foreign), withoutRequestId(foreign)]).toEqual([
        sender.name,
        summarize(missing),
        withoutRequestId(missing),
      ]);
      expect([sender.name, foreign.status, codeOf(foreign)]).toEqual([sender.name, 404, "site_not_found"]);
      expect(await readEverything(server.deps.sql, ownSite.id)).toEqual(before);
    }
  },
);

const changing = proofs.filter(({ operation }) => operation.access === "member" && operation.method !== "GET");
const refusedSenders = (operation: OperationSpec) => senders.filter(({ facts }) => expectedOf(operation, facts) !== undefined);

test.each(sampledEmbedded(named(changing), ([id]) => id, 24, 8))("%s changes nothing for anybody who is refused", async (_id, proof) => {
  const { operation } = proof;
  const ownSite = await siteFor(proof);
  for (const state of [undefined, "suspended", "second factor required"] as const) {
    const some = sampled(refusedSenders(operation), ({ name }) => name).filter(({ siteState }) => siteState === state);
    const prepared = [];
    for (const sender of some) {
      const { admin, headers } = await sender.make(server, ownSite, other);
      prepared.push({ sender, headers, request: await adminRequest(proof, await askerOf(proof, ownSite, admin)) });
    }
    await setState(state, ownSite);
    // Once for all senders: to read everything takes longer than their requests.
    const before = await readEverything(server.deps.sql, ownSite.id);
    const answers: [string, string | undefined][] = [];
    for (const { sender, headers, request } of prepared) {
      answers.push([sender.name, codeOf(await sendWith(server, sendable(operation, request), headers))]);
    }
    expect(answers).toEqual(some.map(({ name, facts }) => [name, expectedOf(operation, facts)]));
    expect(await readEverything(server.deps.sql, ownSite.id)).toEqual(before);
    await setState(undefined, ownSite);
  }
});
