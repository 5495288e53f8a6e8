import { expect } from "vitest";
import { adminAskerFor, adminRequest } from "./admin-proof.ts";
import type { Answer, TestServer } from "./harness.ts";
import type { ProofSite } from "./proof-site.ts";
import { loadAdminProofs, loadProofs, prove, sendable, sendWith } from "./proof.ts";

/** Sends the proof of each operation to the site, and expects its success; not those that end the site or that stream. */
export async function sendEveryProof(server: TestServer, site: ProofSite): Promise<void> {
  for (const proof of (await loadProofs()).values()) {
    const { request, credential } = await prove(proof, site);
    expectSuccess(proof.operation.id, await sendWith(server, sendable(proof.operation, request), credential));
  }
  for (const proof of (await loadAdminProofs()).values()) {
    if (proof.consumesSite || proof.operation.streams) continue;
    const asker = await adminAskerFor(server, site, proof.operation);
    const answer = await sendWith(server, sendable(proof.operation, await adminRequest(proof, asker)), asker.owner.headers);
    expectSuccess(proof.operation.id, answer);
  }
  await server.runTasks();
  await server.checkPayments();
}

function expectSuccess(id: string, { status, text }: Answer): void {
  expect([id, status < 400, text.slice(0, 300)]).toEqual([id, true, expect.anything()]);
}
