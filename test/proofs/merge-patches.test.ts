import { afterAll, beforeAll, expect, test } from "vitest";
import { adminAskerFor, adminRequest } from "../kit/admin-proof.ts";
import { startServer, type TestServer } from "../kit/harness.ts";
import { addProofSite, type ProofSite } from "../kit/proof-site.ts";
import { loadAdminProofs, sendable, sendWith } from "../kit/proof.ts";

let server: TestServer;
let site: ProofSite;
beforeAll(async () => {
  server = await startServer();
  site = await addProofSite(server, "patches");
});
afterAll(() => server.stop());

const refused = Symbol("refused");
/** What null does to each member of each patch: the value that the resource has then, or a refusal. */
const afterNull: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  updateMe: { name: refused, locale: "en" },
  updateMember: { role: refused, revision: refused },
  renamePasskey: { name: refused },
  updateServerAdmin: { isOperator: refused, isDisabled: refused },
  updateSite: {
    name: refused,
    defaultLocale: refused,
    locales: refused,
    currency: refused,
    allowedOrigins: [],
    apiHosts: [],
    storefrontUrl: null,
    settings: {},
    revision: refused,
  },
  updateServerSite: { mediaQuotaMb: null, dataQuotaMb: null },
  updateRelease: { name: refused, publishAt: null, state: refused, revision: refused },
  updateSubmission: { read: refused, spam: refused },
  updateCommentThread: { resolved: refused },
  updateComment: { text: refused },
  updateCategory: {
    slug: refused,
    title: refused,
    description: null,
    seo: null,
    image: null,
    status: "ACTIVE",
    translations: {},
  },
  updateCustomer: { firstName: null, lastName: null, phone: null, note: null, revision: refused },
  updateWebhook: { url: refused, events: refused, description: "", enabled: refused, includePersonal: refused, revision: refused },
  updateGiftCard: { note: refused, expiresAt: null, isBlocked: refused, revision: refused },
  updateView: { name: refused, query: refused, revision: refused },
  updateAsset: { title: "", alt: {}, tags: [], folder: "", focus: [0.5, 0.5], revision: refused },
};

const proofs = [...(await loadAdminProofs()).values()].filter(
  ({ operation: { method, body } }) => method === "PATCH" && body !== undefined,
);
const membersOf = (body: object) => Object.keys((body as { properties: object }).properties);

test("what null does is said of every member of every patch", () => {
  expect(Object.fromEntries(proofs.map(({ operation: { id, body } }) => [id, membersOf(body as object).sort()]))).toEqual(
    Object.fromEntries(Object.entries(afterNull).map(([id, members]) => [id, Object.keys(members).sort()])),
  );
});

const rows = proofs.flatMap((proof) =>
  membersOf(proof.operation.body as object).map((member) => [proof.operation.id, member, proof] as const),
);
test.each(rows)("%s with null as %s removes it, or is refused", async (id, member, proof) => {
  const asker = await adminAskerFor(server, site, proof.operation);
  const { body, headers, ...request } = await adminRequest(proof, asker);
  const required = (proof.operation.body as { required?: string[] }).required ?? [];
  const others = Object.fromEntries(Object.entries(body as object).filter(([name]) => required.includes(name)));
  const sent = sendable(proof.operation, {
    ...request,
    headers: { ...headers, "content-type": "application/merge-patch+json" },
    body: { ...others, [member]: null },
  });
  const { status, json } = await sendWith(server, sent, asker.owner.headers);
  const expected = afterNull[id]?.[member];
  if (expected !== refused) return expect([status, json]).toMatchObject([200, { data: { [member]: expected } }]);
  expect([status, json]).toMatchObject([400, { code: "validation_failed", errors: [{ path: `/${member}` }] }]);
});

test("no other method takes the media type", async () => {
  const { owner } = await adminAskerFor(server, site, (proofs[0] as (typeof proofs)[0]).operation);
  const headers = { ...owner.headers, "content-type": "application/merge-patch+json" };
  const { status } = await server.ask("/api/admin/v1/session", { method: "POST", headers, body: "{}" });
  expect(status).toBe(415);
});
