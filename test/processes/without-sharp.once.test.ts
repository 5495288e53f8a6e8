import { cp, mkdir, readdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoSlug } from "../../server/src/demo.ts";
import { adminBase } from "../../server/src/lib/http/operation.ts";
import { signInByLink } from "../kit/sign-in-by-link.ts";
import { pdfOf } from "../kit/made-files.ts";
import { drawnPicture } from "../kit/pictures.ts";
import { copyDemoFolder } from "../kit/demo-folder.ts";
import { scratchFolder, serveProcess, type ServingProcess } from "../kit/vitrine-process.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));
let folder: Awaited<ReturnType<typeof scratchFolder>>;
let server: ServingProcess | undefined;
beforeAll(async () => void (folder = await scratchFolder()));
afterAll(async () => {
  await server?.end("SIGKILL");
  await folder.remove();
});

/** A copy of the server, with everything that is installed but the builds of sharp: as on a platform for which there is none. */
async function withoutSharp(): Promise<string> {
  const copy = join(folder.path, "copy");
  const packages = join(copy, "node_modules");
  await mkdir(packages, { recursive: true });
  for (const part of ["dist", "migrations", "bin", "public", "package.json"])
    await cp(join(repository, "server", part), join(copy, "server", part), { recursive: true }).catch(() => undefined);
  const installed = join(repository, "node_modules");
  const names = (await readdir(installed)).filter((name) => !["sharp", "@img"].includes(name));
  for (const name of names) await symlink(join(installed, name), join(packages, name));
  // Not by a link: it would look for its builds beside itself. One of its own packages is code for every platform.
  for (const name of ["sharp", "@img/colour"]) await cp(join(installed, name), join(packages, name), { recursive: true });
  return join(copy, "server/dist/cli.js");
}

test("without sharp, pictures that are there are shown, other files are taken, and new pictures are answered with a problem that says so", async () => {
  const settings = { DATA_DIR: join(folder.path, "data"), RATE_LIMITS: "off", SANDBOX_PORT: "0" };
  const uploadTo = (running: ServingProcess, cookie: string, bytes: Buffer, type: string) =>
    fetch(`${running.url}${adminBase}/sites/${demoSlug}/assets`, {
      method: "POST",
      headers: { cookie, "content-type": type },
      body: new Uint8Array(bytes),
    });
  const picture = await drawnPicture(300, 200).jpeg().toBuffer();
  await copyDemoFolder(settings.DATA_DIR);
  server = await serveProcess(["--demo"], settings);
  const before = await signInByLink(server);
  const { data } = (await (await uploadTo(server, before, picture, "image/jpeg")).json()) as { data: { url: string } };
  const address = new URL(data.url).pathname;
  const variant = (name: string) => address.replace(/[^/]*$/, name);
  expect((await fetch(server.url + variant("128xauto.webp"))).status).toBe(200);
  await server.end("SIGTERM");

  server = await serveProcess(["--demo"], settings, { cli: await withoutSharp(), cwd: folder.path });
  const cookie = await signInByLink(server);
  expect((await fetch(server.url + address)).status).toBe(200);
  expect((await fetch(server.url + variant("128xauto.webp"))).headers.get("content-type")).toBe("image/webp");
  expect((await uploadTo(server, cookie, Buffer.from(pdfOf(2)), "application/pdf")).status).toBe(201);
  const other = await drawnPicture(200, 300).jpeg().toBuffer();
  for (const answer of [await uploadTo(server, cookie, other, "image/jpeg"), await fetch(server.url + variant("64xauto.webp"))]) {
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "600"]);
    expect(await answer.json()).toMatchObject({
      code: "unavailable",
      detail: "This server cannot process pictures. Its log says what is missing.",
    });
  }
  const told = server.output().match(/.*this machine cannot process pictures: install sharp for it/g) ?? [];
  expect(told).toEqual([expect.stringContaining('Could not load the \\"sharp\\" module')]);
  // The server itself goes on.
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
});
