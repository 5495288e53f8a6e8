import { readdir, rm, symlink } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { canMount, openSmallDisk, type SmallDisk } from "../../../../../../test/attacks/small-disk.ts";
import { addMember, codeOf, type TestAdmin } from "../../../../../../test/kit/admins.ts";
import { startServer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";
import { beginUpload, partHeaders } from "../../../../../../test/kit/tus.ts";
import { adminBase } from "../../../../lib/http/operation.ts";

describe.runIf(canMount())("on a full disk", () => {
  let server: TestServer;
  let site: TestSite;
  let owner: TestAdmin;
  let disk: SmallDisk;
  beforeAll(async () => {
    server = await startServer();
    site = await server.addSite();
    owner = await addMember(server, site, "OWNER");
    disk = openSmallDisk(4);
    await rm(server.deps.media.uploads, { recursive: true, force: true });
    await symlink(disk.path, server.deps.media.uploads);
  });
  afterAll(async () => {
    await server.stop();
    await disk.remove();
  });

  // More than the pipes between the parts of the server hold.
  const text = "A line of a long text.\n".repeat(60_000);
  const sendForm = () => {
    const body = new FormData();
    body.set("file", new Blob([text], { type: "text/plain" }), "long.txt");
    return server.ask(`${adminBase}/sites/${site.slug}/assets`, { method: "POST", headers: owner.headers, body });
  };
  const sendPart = async () => {
    const begun = await beginUpload({ server, site, sender: owner }, text.length, {});
    const headers = { ...partHeaders(0), ...owner.headers };
    return server.ask(begun.headers.get("location") ?? "", { method: "PATCH", headers, body: Buffer.from(text) });
  };

  test.each([
    ["a form", sendForm, 201],
    ["a part of an upload", sendPart, 204],
  ])("%s is refused as 507, leaves nothing, and is taken once there is room", async (_, send, status) => {
    disk.fill(0);
    const full = await send();
    expect([full.status, codeOf(full)]).toEqual([507, "storage_full"]);
    expect(await readdir(disk.path)).toEqual(["ballast"]);
    disk.makeRoom();
    expect((await send()).status).toBe(status);
  });
});
