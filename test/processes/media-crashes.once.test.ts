import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import { readdir } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoSlug } from "../../server/src/demo.ts";
import { adminBase } from "../../server/src/lib/http/operation.ts";
import { copyDemoFolder } from "../kit/demo-folder.ts";
import { scratchFolder, serveProcess, type ServingProcess } from "../kit/vitrine-process.ts";
import { signInByLink } from "../kit/sign-in-by-link.ts";
import { drawnPicture } from "../kit/pictures.ts";

let folder: Awaited<ReturnType<typeof scratchFolder>>;
let server: ServingProcess;
let cookie = "";
beforeAll(async () => {
  folder = await scratchFolder();
  await copyDemoFolder(folder.path);
});
afterAll(async () => {
  await server?.end("SIGTERM");
  await folder.remove();
});

const rounds = 8;
const perRound = 20;
const settings = () => ({ DATA_DIR: folder.path, RATE_LIMITS: "off", SANDBOX_PORT: "0" });
const start = async () => void (server = await serveProcess(["--demo"], settings()));

interface Acknowledged {
  url: string;
  sha256: string;
}

/** Undefined: nobody said that the file is there. */
async function upload(bytes: Buffer, type: string): Promise<Acknowledged | undefined> {
  const request = { method: "POST", headers: { cookie, "content-type": type }, body: new Uint8Array(bytes) };
  const answer = await fetch(`${server.url}${adminBase}/sites/${demoSlug}/assets`, request).catch(() => undefined);
  if (answer?.status !== 201 && answer?.status !== 200) return undefined;
  const body = (await answer.json().catch(() => undefined)) as { data: Acknowledged } | undefined;
  return body?.data;
}

const anyFile = () => Buffer.from(`Notes ${randomBytes(24_000).toString("hex")}`);

// The folder is of the demo server; on PostgreSQL the same statements decide.
test(
  `${rounds * perRound} uploads under ${rounds} kill -9: every acknowledged file is there byte for byte, also in other sizes, and no other has an address`,
  { timeout: 240_000 },
  async () => {
    await start();
    cookie = await signInByLink(server);
    const picture = await drawnPicture(300, 200).jpeg().toBuffer();
    const acknowledged = [await upload(picture, "image/jpeg")];
    for (let round = 0; round < rounds; round += 1) {
      let told = 0;
      let kill = () => {};
      const isTime = new Promise<void>((resolve) => (kill = resolve));
      const sent = Array.from({ length: perRound }, async () => {
        const one = await upload(anyFile(), "text/plain");
        if ((told += 1) > 2 * round) kill();
        return one;
      });
      await isTime;
      await server.end("SIGKILL");
      acknowledged.push(...(await Promise.all(sent)));
      await start();
    }
    const there = acknowledged.filter((one) => one !== undefined);
    expect(there.length).toBeGreaterThan(rounds);
    for (const { url, sha256 } of there) {
      const answer = await fetch(server.url + new URL(url).pathname);
      const read = Buffer.from(await answer.arrayBuffer());
      expect([answer.status, createHash("sha256").update(read).digest("hex")]).toEqual([200, sha256]);
    }
    const [first] = there;
    const variant = new URL(first?.url ?? "").pathname.replace(/[^/]*$/, "128xauto.webp");
    expect((await fetch(server.url + variant)).headers.get("content-type")).toBe("image/webp");
    // No half of a file has the place of a whole one: each is as its name says.
    const sites = join(folder.path, "media", "sites");
    for (const site of await readdir(sites)) {
      for (const name of (await readdir(join(sites, site))).filter((each) => !each.includes("."))) expect(name).toMatch(/^[0-9a-f]{64}$/);
    }
  },
);
