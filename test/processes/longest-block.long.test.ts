import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { isAdminAccess, type OperationSpec } from "../../server/src/lib/http/operation.ts";
import { KeyRing } from "../../server/src/lib/secrets/secret.ts";
import { adminAskerFor, adminRequest, type AdminProof } from "../kit/admin-proof.ts";
import { openTestDatabase, type TestDatabase } from "../kit/database.ts";
import { freePort } from "../kit/free-port.ts";
import { startServer, TestClock, type TestServer } from "../kit/harness.ts";
import { grownBodies } from "../kit/grown-bodies.ts";
import { credentialOf, loadAdminProofs, loadProofs, sendable, type Proof, type ProofRequest, type Sendable } from "../kit/proof.ts";
import { addProofSite, type ProofSite } from "../kit/proof-site.ts";
import { addLargeSite } from "../kit/large-site.ts";
import { scratchFolder, serveProcess, type ServingProcess } from "../kit/vitrine-process.ts";

const secret = Buffer.alloc(32, 7);
const probe = pathToFileURL(fileURLToPath(new URL("../kit/block-probe.js", import.meta.url))).href;

const proofs = new Map<string, Proof | AdminProof>([...(await loadProofs()), ...(await loadAdminProofs())]);
const isAdminProof = (proof: Proof | AdminProof): proof is AdminProof => isAdminAccess(proof.operation.access);

/**
 * The server's main thread may work this long without answering anybody else, in milliseconds of processor time, on a machine that does
 * the probe's reference in 30 ms. On a slower or busier one both take longer.
 */
const longestBlockMs = 50;
const referenceMs = 30;

// needs: server-postgres. Data is made by one process, and another one is measured.
describe.skipIf(inject("database") === "embedded")("no request keeps the event loop for more than 50 ms", { timeout: 900_000 }, () => {
  let database: TestDatabase;
  let server: TestServer;
  let site: ProofSite;
  let folder: Awaited<ReturnType<typeof scratchFolder>>;
  let measured: ServingProcess;
  let probeUrl: string;
  let limitMs: number;
  beforeAll(async () => {
    folder = await scratchFolder();
    database = await openTestDatabase();
    const clock = new TestClock();
    clock.advance(Date.now() - clock.now().getTime());
    server = await startServer({ database, clock, takesPayments: true, secrets: new KeyRing([{ id: "test", bytes: secret }]) });
    site = await addProofSite(server, "mark-block");
    const port = await freePort();
    probeUrl = `http://127.0.0.1:${port}`;
    measured = await serveProcess([], {
      NODE_OPTIONS: `--import=${probe}`,
      PROBE_PORT: String(port),
      DATABASE_URL: database.url ?? "",
      SECRET_KEY: `test:${secret.toString("base64")}`,
      PUBLIC_URL: "http://localhost:3000",
      PROCESSOR_API_URL: server.sandbox.url,
      MAIL_CATCHER: "on",
      RATE_LIMITS: "off",
      DATA_DIR: join(folder.path, "data"),
    });
  });
  beforeEach(async () => {
    limitMs = longestBlockMs * Math.max(1, Number(await (await fetch(`${probeUrl}/reference`)).text()) / referenceMs);
  });
  afterAll(async () => {
    await measured.end("SIGKILL");
    await server.stop();
    await database.drop();
    await folder.remove();
  });

  /** The longest block while a request is answered, in milliseconds of processor time. */
  async function blockOf(
    { method, path, headers, body }: Sendable,
    more: Readonly<Record<string, string>>,
    statuses: number[] = [],
  ): Promise<number> {
    await fetch(`${probeUrl}/start`);
    const response = await fetch(measured.url + path, {
      method,
      headers: { ...headers, ...more },
      ...(body === undefined ? {} : { body }),
      redirect: "manual",
      signal: AbortSignal.timeout(60_000),
    });
    await response.arrayBuffer();
    statuses.push(response.status);
    return Number(await (await fetch(`${probeUrl}/stop`)).text());
  }

  /** A request that succeeds, and the credential for it. */
  async function validRequest(operation: OperationSpec): Promise<{ request: ProofRequest; headers: Record<string, string> }> {
    const proof = proofs.get(operation.id);
    if (!proof) throw new Error(`${operation.id} has no proof.`);
    if (isAdminProof(proof)) {
      const asker = await adminAskerFor(server, proof.consumesSite ? await addProofSite(server, "mark-consumed") : site, operation);
      return { request: await adminRequest(proof, asker), headers: { ...asker.sender.headers } };
    }
    const asker = site.asker();
    return { request: await proof.request(asker), headers: await credentialOf(operation, asker) };
  }

  const operations = [...proofs.values()].map(({ operation }) => operation).filter(({ streams }) => !streams);

  /** The shortest of three tries: the others may have met a collection of garbage, or code that was compiled. */
  async function longestOf(send: () => Promise<number>): Promise<number> {
    let shortest = Infinity;
    for (let round = 0; round < 3 && shortest > limitMs / 2; round += 1) shortest = Math.min(shortest, await send());
    return shortest;
  }

  test("with the largest bodies that each operation takes", async () => {
    const slow: string[] = [];
    for (const operation of operations) {
      const { request } = await validRequest(operation);
      for (const { name, grow } of grownBodies(operation, request.body)) {
        const ms = await longestOf(async () => {
          const { request, headers } = await validRequest(operation);
          return blockOf(sendable(operation, { ...request, body: grow(request.body) }), headers);
        });
        if (ms > limitMs) slow.push(`${operation.id} with ${name}: ${Math.round(ms)} ms`);
      }
    }
    expect(slow).toEqual([]);
  });

  test("with the largest documents, products and lists that a site may have", async () => {
    const slow: string[] = [];
    for (const { name, send, headers } of await addLargeSite(server)) {
      const statuses: number[] = [];
      const ms = await longestOf(() => blockOf(send(), headers, statuses));
      expect([name, statuses.filter((status) => status > 299)]).toEqual([name, []]);
      if (ms > limitMs) slow.push(`${name}: ${Math.round(ms)} ms`);
    }
    expect(slow).toEqual([]);
  });
});
