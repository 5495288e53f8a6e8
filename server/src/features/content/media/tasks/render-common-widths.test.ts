import { afterAll, beforeAll, expect, test } from "vitest";
import { srcset } from "../../../../../../client/src/srcset.ts";
import { addMember, type TestAdmin } from "../../../../../../test/kit/admins.ts";
import { anyPicture, madeAsset, upload, type MadeAsset } from "../../../../../../test/kit/assets.ts";
import { openTestMedia } from "../../../../../../test/kit/media.ts";
import { startServer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";
import { PicturesBusy, type Pictures, type Rendering } from "../../../../ports/pictures.ts";
import { commonVariants } from "../common-variants.ts";

let server: TestServer;
let site: TestSite;
let owner: TestAdmin;
let files: Awaited<ReturnType<typeof openTestMedia>>;
let rendered: Rendering[] = [];
let isBusy = false;
/** Visitors who seem to wait for pictures. */
let visitors = 0;
beforeAll(async () => {
  files = await openTestMedia("http://localhost:3000");
  const { pictures: real } = files;
  const pictures: Pictures = {
    prepare: (owner, file) => real.prepare(owner, file),
    render: (owner, rendering) => {
      if (isBusy) return Promise.reject(new PicturesBusy("busy"));
      rendered.push(rendering);
      return real.render(owner, rendering);
    },
    get load() {
      return { waiting: visitors, working: 0 };
    },
    close: () => real.close(),
  };
  server = await startServer({ pictures });
  site = await server.addSite();
  owner = await addMember(server, site, "OWNER");
});
afterAll(async () => {
  await server.stop();
  await files.close();
});

const createAsset = (bytes?: Uint8Array) => madeAsset({ server, site, owner }, bytes);
const renderings = async (work: () => Promise<unknown>) => {
  rendered = [];
  await work();
  return rendered.map(({ width, format }) => `${width} ${format}`);
};
const ahead = () => renderings(() => server.runTasks());
const askVariant = async (asset: MadeAsset, accept: string) => {
  const [address = ""] = srcset(asset, { widths: [640] })?.split(" ") ?? [];
  const { status, headers } = await fetch(server.url + new URL(address).pathname, { headers: { accept } });
  return [status, headers.get("content-type")];
};

test("what pages ask for first is rendered after an upload and a replacement, and not again for the visitors", async () => {
  const asset = await createAsset(await anyPicture({ width: 800, height: 600 }));
  expect(await ahead()).toEqual(["640 avif", "800 avif", "256 avif", "640 webp", "800 webp"]);
  expect(await renderings(() => askVariant(asset, "image/avif"))).toEqual([]);
  expect(await askVariant(asset, "image/avif")).toEqual([200, "image/avif"]);
  expect(await askVariant(asset, "image/webp")).toEqual([200, "image/webp"]);
  expect(rendered).toEqual([]);
  const bytes = await anyPicture({ width: 300, height: 200 });
  const { status } = await upload(server, site, owner, bytes, { path: `assets/${asset.id}/replace`, headers: { "if-match": '"1"' } });
  expect(status).toBe(200);
  expect(await ahead()).toEqual(["300 avif", "256 avif", "300 webp"]);
});

test("the same file again, and files without variants, have nothing rendered", async () => {
  const bytes = await anyPicture({ width: 20, height: 20 });
  await createAsset(bytes);
  expect(await ahead()).toEqual(["20 avif", "20 webp"]);
  expect((await upload(server, site, owner, bytes)).status).toBe(200);
  await createAsset(Buffer.from(`Notes ${owner.id}`));
  expect(await ahead()).toEqual([]);
  expect(commonVariants({ contentType: "image/gif", pages: 12, width: 400 })).toEqual([]);
});

test("visitors come first, and a failure leaves the picture to them", async () => {
  const asset = await createAsset(await anyPicture({ width: 700, height: 600 }));
  visitors = 1;
  rendered = [];
  const running = server.runTasks();
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(rendered).toEqual([]);
  isBusy = true;
  visitors = 0;
  await running;
  isBusy = false;
  const [{ waiting } = { waiting: -1 }] = await server.deps.sql<{ waiting: number }>`select count(*)::int as waiting from outbox`;
  expect([rendered, waiting]).toEqual([[], 0]);
  expect(await askVariant(asset, "image/avif")).toEqual([200, "image/avif"]);
});
