import { createHash, randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, type TestContext } from "vitest";
import { findProgram } from "../machines/programs.ts";
import { startSwift, type SwiftServer } from "../machines/swift-server.ts";
import { startAttackedLibrary, type AttackedLibrary } from "./attacked-library.ts";
import { recordAttack } from "./record.ts";

const canStore = ["swift-proxy-server", "swift-account-server", "swift-container-server", "swift-object-server"].every((name) =>
  findProgram(name as never),
);
if (!canStore) console.warn("OpenStack Swift is not installed, so nothing is stored in a bucket.");

let swift: SwiftServer;
let library: AttackedLibrary;
beforeEach(async () => {
  if (!canStore) return;
  swift = await startSwift();
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = swift.settings;
  const settings = {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
  library = await startAttackedLibrary({ settings, people: 10, openStore: () => swift.open() });
});
afterEach(async () => {
  if (!canStore) return;
  await library.remove();
  await swift.remove();
});

const promise = "each acknowledged file was there byte for byte, and after the sweep the bucket had nothing else";
const perRound = 25;
/** Some in one piece, some in parts. */
const anyFile = (at: number) => {
  const text = Buffer.alloc(at % 8 === 0 ? 18 * 2 ** 20 : 20_000, `Notes ${randomBytes(30).toString("hex")}\n`);
  return text;
};

interface Acknowledged {
  url: string;
  sha256: string;
}

/** Sends files at once, and does something to the server or its store once some have been answered. Only what was acknowledged counts. */
async function uploadRound(round: number, act: () => Promise<void>, acknowledged: Acknowledged[]): Promise<number> {
  let answered = 0;
  let begin = () => {};
  const isTime = new Promise<void>((resolve) => (begin = resolve));
  const sent = Array.from({ length: perRound }, async (_, at) => {
    const file = anyFile(at);
    const sha256 = createHash("sha256").update(file).digest("hex");
    const uploaded = await library.upload(file, { type: "text/plain", person: at % 10 }).catch(() => undefined);
    if ((answered += 1) > 2 * round) begin();
    if (uploaded?.asset) acknowledged.push({ url: uploaded.asset.url, sha256 });
    return uploaded?.status ?? 0;
  });
  await isTime;
  await act();
  const statuses = await Promise.all(sent);
  expect(statuses.filter((status) => ![0, 201, 503].includes(status))).toEqual([]);
  return statuses.length;
}

async function allThere(context: TestContext, attack: string, tried: number, acknowledged: readonly Acknowledged[]): Promise<void> {
  expect(acknowledged.length).toBeGreaterThan(perRound);
  for (const { url, sha256 } of acknowledged) {
    const answer = await fetch(library.server.url + new URL(url).pathname);
    const read = Buffer.from(await answer.arrayBuffer());
    expect([answer.status, createHash("sha256").update(read).digest("hex")]).toEqual([200, sha256]);
  }
  const { errors, assets } = await library.sweepUp();
  expect(errors).toEqual([]);
  expect(assets).toBeGreaterThanOrEqual(acknowledged.length);
  console.log(`${attack}: ${tried} sent, ${acknowledged.length} acknowledged, ${assets} assets`);
  recordAttack(context, { attack, unit: "uploads", tried, promise });
}

test.runIf(canStore)("the server is killed during uploads to a bucket", { timeout: 600_000 }, async (context) => {
  const acknowledged: Acknowledged[] = [];
  let tried = 0;
  for (let round = 0; round < 8; round += 1) tried += await uploadRound(round, () => library.crash(), acknowledged);
  await allThere(context, "SIGKILL to the server during uploads to a bucket of Swift", tried, acknowledged);
});

test.runIf(canStore)("the bucket is killed, suspended and slow during uploads", { timeout: 600_000 }, async (context) => {
  const acknowledged: Acknowledged[] = [];
  let tried = 0;
  const acts: (() => Promise<void>)[] = [
    async () => {
      await swift.proxy.stop("SIGKILL");
      await pause(2_000);
      await swift.proxy.start();
    },
    async () => {
      swift.proxy.pause();
      await pause(4_000);
      swift.proxy.resume();
    },
    async () => {
      // A third of the time it responds.
      for (let time = 0; time < 30; time += 1) {
        swift.proxy.pause();
        await pause(200);
        swift.proxy.resume();
        await pause(100);
      }
    },
    async () => {
      await swift.proxy.stop("SIGKILL");
      await library.crash();
      await swift.proxy.start();
    },
  ];
  for (const [round, act] of acts.entries()) tried += await uploadRound(round, act, acknowledged);
  await allThere(context, "Swift killed, suspended and slow during uploads, once with the server", tried, acknowledged);
});
