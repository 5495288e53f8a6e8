import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { addMember } from "../../../../../../test/kit/admins.ts";
import { anyPicture, madeAsset } from "../../../../../../test/kit/assets.ts";
import { startServer } from "../../../../../../test/kit/harness.ts";
import { openTestMedia } from "../../../../../../test/kit/media.ts";

test("a variant that takes longer than a connection may be silent is answered", async () => {
  const files = await openTestMedia("http://localhost:3000");
  const { pictures: real } = files;
  const silenceMs = 1_000;
  const render: typeof real.render = async (owner, rendering) => {
    await pause(2 * silenceMs);
    return real.render(owner, rendering);
  };
  const server = await startServer({ pictures: { ...real, render } });
  const site = await server.addSite();
  const owner = await addMember(server, site, "OWNER");
  const { url } = await madeAsset({ server, site, owner }, await anyPicture({ width: 300, height: 200 }));
  server.vitrine.server.timeout = silenceMs;
  const variant = new URL(url).pathname.replace(/[^/]*$/, "256xauto.webp");
  const { status, headers } = await fetch(server.url + variant, { headers: { connection: "close" } });
  expect([status, headers.get("content-type")]).toEqual([200, "image/webp"]);
  await server.stop();
  await files.close();
});
