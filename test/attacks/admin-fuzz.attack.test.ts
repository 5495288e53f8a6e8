import { afterAll, beforeAll, expect, test } from "vitest";
import { chance } from "../kit/chance.ts";
import { startServer, type TestServer } from "../kit/harness.ts";
import { addProofSite, type ProofSite } from "../kit/proof-site.ts";
import { loadAdminProofs } from "../kit/proof.ts";
import { fuzzOperation } from "./admin-fuzz.ts";
import { recordAttack } from "./record.ts";

const requests = Number(process.env.ADMIN_FUZZ_REQUESTS ?? 200_000);

let server: TestServer;
let site: ProofSite;
beforeAll(async () => {
  server = await startServer({ takesPayments: true, mailsPerClient: 1_000_000 });
  site = await addProofSite(server, "fuzzed");
});
afterAll(() => server.stop());

test("no spoilt request of an owner makes an operation of the admin API fail", { timeout: 4 * 60 * 60_000 }, async (context) => {
  const proofs = [...(await loadAdminProofs()).values()];
  const each = Math.ceil(requests / proofs.length);
  const all = new Map<number, number>();
  for (const [index, proof] of proofs.entries()) {
    const siteOf = async () => (proof.consumesSite ? addProofSite(server, "consumed") : site);
    const statuses = await fuzzOperation(server, siteOf, proof, { random: chance(1_000 + index), most: each });
    for (const [status, count] of statuses) all.set(status, (all.get(status) ?? 0) + count);
  }
  // Near to what is right: some get through, and most do not.
  expect(all.get(400) ?? 0).toBeGreaterThan(requests / 10);
  expect([...all].filter(([status]) => status < 300).reduce((sum, [, count]) => sum + count, 0)).toBeGreaterThan(requests / 100);
  recordAttack(context, {
    attack: "Spoilt requests to every operation of the admin API",
    unit: "requests",
    tried: each * proofs.length,
    promise: "no answer was a failure of the server, and each was declared",
  });
});
