import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { siteFull } from "../../server/src/features/server/sites/index.ts";
import type { OperationSpec } from "../../server/src/lib/http/operation.ts";
import { adminAskerFor, adminRequest } from "../kit/admin-proof.ts";
import { codeOf } from "../kit/admins.ts";
import { startServer, type TestServer } from "../kit/harness.ts";
import { addProofSite, type ProofSite } from "../kit/proof-site.ts";
import { loadAdminProofs, loadProofs, prove, sendable, sendWith, type Sendable } from "../kit/proof.ts";
import { sampled } from "../kit/sampled.ts";

/** What a full site takes all the same, by the reason. */
const exempt: Readonly<Record<string, string>> = {
  "it makes the site smaller, or leaves less to be seen":
    "deleteDocument trashDocument discardDraft unpublishTranslation unscheduleTranslation deleteAsset deleteProduct deleteCategory deletePlan deleteDiscount deleteForm deleteSubmission deleteAddress eraseCustomer deleteUpload cancelPreview deleteRelease removeReleaseChange removeReleaseItem deleteBlockType deleteContentType removeInvitation removeMember deleteSite revokeApiKey deleteWebhook deleteView deleteComment cancelReview",
  "it stores nothing":
    "previewMailText quoteCheckout readGiftCardBalance checkBlockType checkContentType checkRelease resolvePage announcePresence testPayments",
  "it changes members of limited size in a row that is there":
    "bulkProducts moveCategory updateSubmission updateSite putPlugin updateRelease updateMember resendInvitation updateAccount replaceAddress updateCustomer changePassword restoreDocument restoreSite retryTask updateWebhook rotateWebhookSecret updateGiftCard replaceGiftCardCode updateView updateComment updateCommentThread finishReview",
  "a shop goes on working on what it has sold: a movement of stock, or an event of an order, is a small row":
    "adjustStock setGiftCardBalance fulfilOrder cancelOrder bulkOrders refundOrder addOrderNote resendOrderConfirmation checkPayment",
  "its rows are limited in number and in size":
    "createApiKey createInvitation sendTestMail createView createWebhook testWebhook redeliverWebhook replayWebhook",
  "its bytes are files, which have a quota of their own, and its beginning was refused": "continueUpload",
  "what it publishes is stored already, and no draft can be saved meanwhile": "scheduleTranslation",
  "customers keep their accounts: it leaves a counter or a link, which ends":
    "blockCustomer unblockCustomer endCustomerSessions sendCustomerVerification sendCustomerPasswordReset changeCustomerEmail logIn requestEmailVerification requestPasswordReset resetPassword verifyEmail",
  "buyers go on": "createCheckoutPaymentIntent createCheckoutSession createPaymentCheckoutSession createPaymentIntent",
};
const reasonOf = new Map(Object.entries(exempt).flatMap(([reason, ids]) => ids.split(" ").map((id) => [id, reason])));

const publicProofs = [...(await loadProofs()).values()];
const adminProofs = [...(await loadAdminProofs()).values()];

const isUnsafe = ({ method }: OperationSpec) => method !== "GET";
const ofSite = [
  ...publicProofs.map(({ operation }) => operation).filter(({ access }) => access !== "none"),
  ...adminProofs.map(({ operation }) => operation).filter(({ access }) => access === "member"),
].filter(isUnsafe);
const isRefused = ({ grows, problems }: OperationSpec) => grows === true || problems.includes(siteFull);

test("each operation that changes a site is refused when it is full, or says why not", () => {
  const undecided = ofSite.filter((operation) => isRefused(operation) === reasonOf.has(operation.id)).map(({ id }) => id);
  expect(undecided).toEqual([]);
  const ids = new Set(ofSite.map(({ id }) => id));
  expect([...reasonOf.keys()].filter((id) => !ids.has(id))).toEqual([]);
});

let server: TestServer;
let site: ProofSite;
beforeAll(async () => {
  server = await startServer({ takesPayments: true, mailsPerClient: 1_000_000, submissionsPerClient: 1_000_000 });
  site = await addProofSite(server, "mark-full");
});
afterAll(() => server.stop());

/** Sends what was prepared to a site that has no room. */
async function sendToFull(fullSite: { id: string }, sent: Sendable, credential: Readonly<Record<string, string>>) {
  const { sql, clock, ids } = server.deps;
  await sql`
    insert into site_usage (site_id, id, bytes, measured_at) values (${fullSite.id}, ${ids.next()}, ${2 ** 50}, ${clock.now()})
    on conflict (site_id) do update set bytes = excluded.bytes`;
  try {
    return await sendWith(server, sent, credential);
  } finally {
    await sql`update site_usage set bytes = 0 where site_id = ${fullSite.id}`;
  }
}

const expected = (operation: OperationSpec) =>
  isRefused(operation) ? [507, "site_full"] : [expect.not.stringMatching(/^507$/), undefined];

describe("a full site", () => {
  const ofPublic = publicProofs.filter(({ operation }) => ofSite.includes(operation)).map((proof) => [proof.operation.id, proof] as const);
  test.each(ofPublic)("answers %s as its declaration says", async (_id, proof) => {
    const { sent, credential } = await prove(proof, site);
    const answer = await sendToFull(site, sent, credential);
    expect([answer.status, answer.status >= 400 ? codeOf(answer) : undefined]).toEqual(expected(proof.operation));
  });

  const ofAdmins = adminProofs.filter(({ operation }) => ofSite.includes(operation)).map((proof) => [proof.operation.id, proof] as const);
  test.each(sampled(ofAdmins, ([id]) => id, 12))("answers %s as its declaration says", async (_id, proof) => {
    const targetSite = proof.consumesSite ? await addProofSite(server, "mark-consumed") : site;
    const asker = await adminAskerFor(server, targetSite, proof.operation);
    const sent = sendable(proof.operation, await adminRequest(proof, asker));
    const answer = await sendToFull(targetSite, sent, asker.owner.headers);
    expect([answer.status, answer.status >= 400 ? codeOf(answer) : undefined]).toEqual(expected(proof.operation));
  });

  test.each(["bulkDocuments", "bulkAssets"])("deletes by %s", async (id) => {
    const proof = adminProofs.find(({ operation }) => operation.id === id);
    if (!proof) throw new Error(`${id} has no proof.`);
    const asker = await adminAskerFor(server, site, proof.operation);
    const { body, ...request } = await adminRequest(proof, asker);
    const { items } = body as { items: unknown };
    const sent = sendable(proof.operation, { ...request, body: { action: "delete", items } });
    expect((await sendToFull(site, sent, asker.owner.headers)).status).toBe(200);
  });
});
