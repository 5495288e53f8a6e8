import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isAtApiHosts, isDescribed, type OperationSpec } from "../../server/src/lib/http/operation.ts";
import { everyRoute } from "../../server/src/routes.ts";
import { addMember, codeOf } from "../kit/admins.ts";
import { startServer, type Answer, type TestServer } from "../kit/harness.ts";
import { hostSite, type HostedSite } from "../kit/hosted-site.ts";
import { isForSharedCaches } from "../kit/promises.ts";
import { addProofSite, shopOrigin, type ProofSite } from "../kit/proof-site.ts";
import { credentialOf, loadProofs, prove, sendWith, successOf } from "../kit/proof.ts";
import { releaser } from "../kit/releases.ts";

const proofs = [...(await loadProofs()).values()];
const isSharedRead = ({ access, published }: OperationSpec) => access === "key" && published === true;

let server: TestServer;
let site: ProofSite;
let hosted: HostedSite;
/** What a request may carry that tells who sends it, or asks for something that is not public. */
let carried: Record<string, Record<string, string>>;
beforeAll(async () => {
  server = await startServer({ takesPayments: true, mailsPerClient: 1_000_000, submissionsPerClient: 1_000_000 });
  site = await addProofSite(server, "mark-hosted");
  const other = await addProofSite(server, "mark-other");
  hosted = await hostSite(server, site);
  const customer = await site.asker().customer();
  const admin = await addMember(server, site, "OWNER");
  const release = await releaser(server, site, admin).make();
  const issued = await releaser(server, site, admin).api.post(`/sites/${site.slug}/previews`, { releaseId: release.id });
  const { token: preview = "rp_none" } = (issued.json as { data?: { token?: string } }).data ?? {};
  carried = {
    "the site's key": { "x-api-key": site.key },
    "a key of another site": { "x-api-key": other.key },
    "a customer's token": { authorization: `Bearer ${customer.token}` },
    "a session of the studio": { ...admin.headers },
    "a cookie": { cookie: "session=1; other=2" },
    "a preview token": { "x-preview": preview },
    "an allowed origin": { origin: shopOrigin },
    "another origin": { origin: "https://evil.example" },
    "a question about caches": { "x-explain-cache": "1" },
    "another address": { "x-forwarded-for": "192.0.2.7", "x-forwarded-host": "evil.example", forwarded: "for=192.0.2.7;host=evil.example" },
    "a choice of languages": { "accept-language": "de", accept: "text/html" },
  };
});
afterAll(() => server.stop());

/** What a shared cache keeps: all but what each answer has of its own. */
const kept = ({ status, text, headers }: Answer) => ({
  status,
  text,
  headers: Object.fromEntries([...headers].filter(([name]) => !["x-request-id", "date", "connection", "keep-alive"].includes(name))),
});

describe.each(proofs.map((proof) => [proof.operation.id, proof] as const))("%s", (_id, proof) => {
  const { operation } = proof;

  test("at a host of the site, it is in shared caches only if it is the same for everybody", async () => {
    if (!isSharedRead(operation)) {
      const { sent, credential } = await prove(proof, site);
      const answer = await sendWith(server, sent, { ...credential, host: hosted.host });
      expect(isForSharedCaches(answer.headers)).toBe(false);
      if (isAtApiHosts(operation)) expect([answer.status, answer.text]).toEqual([successOf(operation), expect.anything()]);
      else expect([answer.status, codeOf(answer)]).toEqual([404, "route_not_found"]);
      return;
    }
    const { sent } = await prove(proof, site);
    const ask = (headers: Record<string, string>) => sendWith(server, sent, { ...headers, host: hosted.host });
    const first = kept(await ask({}));
    expect([first.status, first.text.includes("mark-other")]).toEqual([200, false]);
    // Routed first, and from memory then.
    for (const [name, headers] of [...Object.entries(carried), ...Object.entries(carried)]) {
      const answer = await ask(headers);
      if (!isForSharedCaches(answer.headers)) {
        expect([name, [403, 404].includes(answer.status)]).toEqual([name, true]);
        continue;
      }
      const { "access-control-allow-origin": origin, "access-control-expose-headers": exposed, ...others } = kept(answer).headers;
      expect([name, { ...kept(answer), headers: others }]).toEqual([name, first]);
      if (origin !== undefined) expect([name, origin, others.vary, exposed !== undefined]).toEqual([name, shopOrigin, "origin", true]);
    }
  });

  test("at the server's own address, it is in no shared cache", async () => {
    const { sent, credential } = await prove(proof, site);
    const answer = await sendWith(server, sent, credential);
    expect([answer.status, isForSharedCaches(answer.headers)]).toEqual([successOf(operation), false]);
    if (operation.method !== "GET") return;
    for (const headers of Object.values(carried)) {
      expect(isForSharedCaches((await sendWith(server, sent, { ...headers, ...credential })).headers)).toBe(false);
    }
  });

  test("of a site that allows every origin, it is one answer for all of them", async () => {
    if (!isSharedRead(operation)) return;
    await hosted.patch({ allowedOrigins: ["*"] });
    const { sent } = await prove(proof, site);
    const ask = (headers: Record<string, string>) => sendWith(server, sent, { ...headers, host: hosted.host });
    const first = kept(await ask({}));
    expect([first.headers.vary, first.headers["access-control-allow-origin"]]).toEqual([undefined, "*"]);
    for (const origin of [shopOrigin, "https://evil.example", "null"]) expect(kept(await ask({ origin }))).toEqual(first);
    await hosted.patch({ allowedOrigins: [shopOrigin] });
  });
});

test("nothing else of the server is at a host of a site", async () => {
  const elsewhere = everyRoute.filter((route) => !isAtApiHosts(route));
  expect(elsewhere.length).toBeGreaterThan(200);
  expect(everyRoute.filter((route) => isAtApiHosts(route) && !isDescribed(route))).toEqual([]);
  const admin = await addMember(server, site, "OWNER");
  for (const { id, method, path } of elsewhere) {
    const url = path.replaceAll("{siteSlug}", site.slug).replace(/\{\+?(\w+)\}/g, "x");
    const answer = await hosted.ask(url, { ...admin.headers }, { method });
    expect([id, answer.status, isForSharedCaches(answer.headers)]).toEqual([id, 404, false]);
  }
});

test("every published read takes a key elsewhere, so that none is open without a decision", async () => {
  const reads = everyRoute.filter(({ published }) => published).filter((route) => isDescribed(route));
  for (const route of reads) expect([route.id, isSharedRead(route)]).toEqual([route.id, true]);
  expect(await credentialOf(reads[0] as OperationSpec, site.asker())).toEqual({ "x-api-key": site.key });
});
