import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../kit/harness.ts";
import { addProofSite, type ProofSite } from "../kit/proof-site.ts";
import { loadProofs, prove, sendable, sendWith } from "../kit/proof.ts";
import { sampled } from "../kit/sampled.ts";
import { forgeries } from "./forgeries.ts";

const proofs = [...(await loadProofs()).values()];

let server: TestServer;
let site: ProofSite;
beforeAll(async () => {
  server = await startServer({ takesPayments: true, mailsPerClient: 1_000_000, submissionsPerClient: 1_000_000 });
  site = await addProofSite(server, "sample");
});
afterAll(() => server.stop());

// The harness checks every response to each of these: never 500, a declared problem, every header.
test.each(proofs.map((proof) => [proof.operation.id, proof] as const))(
  "%s responds to any invalid input with a declared problem",
  async (id, proof) => {
    const { request, credential } = await prove(proof, site);
    const forged = sampled(forgeries(request, proof.operation), ({ place }) => `${id} ${place}`, 30);
    for (const { place, forge } of forged) {
      const answer = await sendWith(server, sendable(proof.operation, forge(request)), credential);
      expect([place.slice(0, 80), answer.status < 500]).toEqual([place.slice(0, 80), true]);
    }
  },
);
