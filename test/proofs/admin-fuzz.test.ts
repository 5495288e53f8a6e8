import { afterAll, beforeAll, expect, test } from "vitest";
import { fuzzOperation } from "../attacks/admin-fuzz.ts";
import { chance } from "../kit/chance.ts";
import { startServer, type TestServer } from "../kit/harness.ts";
import { addProofSite, type ProofSite } from "../kit/proof-site.ts";
import { loadAdminProofs } from "../kit/proof.ts";
import { sampled } from "../kit/sampled.ts";

let server: TestServer;
let site: ProofSite;
beforeAll(async () => {
  server = await startServer({ takesPayments: true, mailsPerClient: 1_000_000 });
  site = await addProofSite(server, "fuzzed");
});
afterAll(() => server.stop());

const proofs = [...(await loadAdminProofs()).values()];

// A small part of test/attacks/admin-fuzz.attack.test.ts.
const rows = proofs.map((proof, index) => [proof.operation.id, proof, index] as const);
test.each(sampled(rows, ([id]) => id, 12))("%s answers spoilt requests, and never fails", async (_id, proof, index) => {
  const siteOf = async () => (proof.consumesSite ? addProofSite(server, "consumed") : site);
  const statuses = await fuzzOperation(server, siteOf, proof, { random: chance(index + 1), most: 20 });
  // Not all of them are right.
  expect([...statuses.keys()].some((status) => status >= 400)).toBe(true);
});
