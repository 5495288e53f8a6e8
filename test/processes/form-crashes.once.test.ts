import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoApiKey, demoSlug } from "../../server/src/demo.ts";
import { adminBase } from "../../server/src/lib/http/operation.ts";
import { copyDemoFolder } from "../kit/demo-folder.ts";
import { applicationForm } from "../kit/form-site.ts";
import { cms } from "../kit/harness.ts";
import { scratchFolder, serveProcess, type ServingProcess } from "../kit/vitrine-process.ts";
import { signInByLink } from "../kit/sign-in-by-link.ts";

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

const rounds = 6;
const perRound = 12;
const settings = () => ({ DATA_DIR: folder.path, RATE_LIMITS: "off", SANDBOX_PORT: "0", FORM_SUBMISSIONS_PER_CLIENT_PER_HOUR: "1000" });
const start = async () => void (server = await serveProcess(["--demo"], settings()));

const ask = (path: string, init: RequestInit = {}) =>
  fetch(`${server.url}${adminBase}/sites/${demoSlug}/forms${path}`, { ...init, headers: { cookie, ...init.headers } });

/** The text of the file of a submission that the server has acknowledged; undefined if nobody said so. */
async function submit(name: string): Promise<string | undefined> {
  const text = `A life in ${randomBytes(24_000).toString("hex")}`;
  const body = new FormData();
  body.append("name", name);
  body.append("cv", new File([text], "cv.txt", { type: "text/plain" }));
  const path = `${server.url}${cms}/plugins/svc.forms/forms/apply/submit`;
  const answer = await fetch(path, { method: "POST", headers: { "x-api-key": demoApiKey }, body }).catch(() => undefined);
  return answer?.status === 202 ? text : undefined;
}

interface Sent {
  id: string;
  data: { name: string; cv: { id: string } };
}

// The folder is of the demo server; on PostgreSQL the same statements decide.
test(
  `${rounds * perRound} submissions with a file under ${rounds} kill -9: each acknowledged one is there with its file, and none without its file`,
  { timeout: 240_000 },
  async () => {
    await start();
    cookie = await signInByLink(server);
    const newForm = await ask("", {
      method: "POST",
      body: JSON.stringify(applicationForm()),
      headers: { "content-type": "application/json" },
    });
    expect([newForm.status, await newForm.text()]).toEqual([201, expect.anything()]);
    const acknowledged = new Map<string, string>();
    for (let round = 0; round < rounds; round += 1) {
      let told = 0;
      let kill = () => {};
      const isTime = new Promise<void>((resolve) => (kill = resolve));
      const sent = Array.from({ length: perRound }, async (_, index) => {
        const name = `Ada ${round} ${index}`;
        const text = await submit(name);
        if (text !== undefined) acknowledged.set(name, text);
        if ((told += 1) > 2 * round) kill();
      });
      await isTime;
      await server.end("SIGKILL");
      await Promise.all(sent);
      await start();
    }
    expect(acknowledged.size).toBeGreaterThan(rounds);
    const { data } = (await (await ask("/apply/submissions?pageSize=100")).json()) as { data: Sent[] };
    const files = new Map<string, string>();
    for (const { id, data: values } of data) {
      const answer = await ask(`/apply/submissions/${id}/files/${values.cv.id}`);
      expect(answer.status).toBe(200);
      files.set(values.name, await answer.text());
    }
    expect([...acknowledged].filter(([name, text]) => files.get(name) !== text)).toEqual([]);
    for (const text of files.values()) expect(text).toMatch(/^A life in [0-9a-f]{48000}$/);
  },
);
