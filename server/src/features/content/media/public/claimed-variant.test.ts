import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addMember } from "../../../../../../test/kit/admins.ts";
import { anyPicture, madeAsset } from "../../../../../../test/kit/assets.ts";
import { startServer, type TestServer } from "../../../../../../test/kit/harness.ts";
import { openTestMedia } from "../../../../../../test/kit/media.ts";

let files: Awaited<ReturnType<typeof openTestMedia>>;
let server: TestServer;
let address: string;
let refusedAddress: string;
/** Whether the narrow variant takes more than it may. */
let isCostly = true;
/** By the clock of the database, when each rendering began. */
const begun: Date[] = [];
const databaseNow = async () => {
  const [time] = await server.deps.sql<{ now: Date }>`select clock_timestamp() as now`;
  return time?.now ?? new Date(NaN);
};

beforeAll(async () => {
  files = await openTestMedia("http://localhost:3000");
  const { pictures: real } = files;
  const render: typeof real.render = async (owner, rendering) => {
    begun.push(await databaseNow());
    if (isCostly && rendering.width === 128) return { refused: "file_too_costly", detail: "" };
    return real.render(owner, rendering);
  };
  server = await startServer({ fromMemory: false, pictures: { ...real, render } });
  const site = await server.addSite();
  const owner = await addMember(server, site, "OWNER");
  const { url } = await madeAsset({ server, site, owner }, await anyPicture({ width: 300, height: 200 }));
  address = server.url + new URL(url).pathname.replace(/[^/]*$/, "256xauto.webp");
  refusedAddress = address.replace("256x", "128x");
  expect((await fetch(address)).status).toBe(200);
});
beforeEach(() => begun.splice(0));
afterAll(async () => {
  await server.stop();
  await files.close();
});

/** As a process leaves it that was killed while it rendered the variant. */
async function leaveClaimed(until: Date): Promise<void> {
  const rows = await server.deps.sql<{ key: string }>`
    update asset_variants set bytes = null, sha256 = null, rendered_until = ${until} where not is_refused returning object_key as key`;
  expect(rows).toHaveLength(1);
  for (const { key } of rows) await server.deps.store.delete(key);
}

test("a variant whose rendering was broken off is rendered by another process, once for all who ask", async () => {
  await leaveClaimed(new Date((await databaseNow()).getTime() - 1));
  const answers = await Promise.all([fetch(address), fetch(address), fetch(address)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(begun).toHaveLength(1);
});

test("a variant that another process renders is left to it until its claim expires", async () => {
  const until = new Date((await databaseNow()).getTime() + 700);
  await leaveClaimed(until);
  expect((await fetch(address)).status).toBe(200);
  expect(begun).toHaveLength(1);
  expect(begun[0]?.getTime()).toBeGreaterThanOrEqual(until.getTime());
});

test("a variant that cannot be rendered is refused for a day, without another try", async () => {
  const refused = refusedAddress;
  expect((await fetch(refused)).status).toBe(404);
  expect(begun).toHaveLength(1);
  expect((await fetch(refused)).status).toBe(404);
  expect(begun).toHaveLength(1);
  await server.deps.sql`update asset_variants set rendered_until = ${new Date((await databaseNow()).getTime() - 1)} where is_refused`;
  isCostly = false;
  expect((await fetch(refused)).status).toBe(200);
  expect(begun).toHaveLength(2);
});

test("a variant that another process has rendered meanwhile is not rendered again", async () => {
  const [done] = await server.deps.sql<{ bytes: number; sha256: string }>`select bytes::float8 as bytes, sha256 from asset_variants`;
  const claimed = new Date((await databaseNow()).getTime() + 60_000);
  await server.deps.sql`update asset_variants set bytes = null, sha256 = null, rendered_until = ${claimed}`;
  const asked = fetch(address);
  await server.deps.sql`
    update asset_variants set bytes = ${done?.bytes ?? 0}, sha256 = ${done?.sha256 ?? ""}, rendered_until = null`;
  expect((await asked).status).toBe(200);
  expect(begun).toEqual([]);
});
