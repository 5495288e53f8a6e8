import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember, addToken } from "../../../test/kit/admins.ts";
import { startServer, type TestServer } from "../../../test/kit/harness.ts";
import { previews } from "../../../test/kit/previews.ts";
import { compileErrors, outputOf, programOf, promisedBy, samplesOf } from "../../../test/docs/samples.ts";

let samples: string[];
let program: string;
let server: TestServer;
beforeAll(async () => {
  samples = samplesOf(await readFile(new URL("../../README.md", import.meta.url), "utf8"));
  program = programOf(samples, { apart: true });
  server = await startServer({ takesPayments: true });
});
afterAll(() => server.stop());

test("every sample compiles", () => {
  expect(compileErrors(program)).toEqual([]);
});

test("every sample runs against the demo site, and prints what the README says", async () => {
  const demo = await readFile(new URL("../../../demo/fjord-and-form.yaml", import.meta.url), "utf8");
  const { siteId } = await server.import(demo);
  const { token } = await previews(server, { id: siteId, slug: "fjord-and-form", key: "" }).issue("home");
  const owner = await addMember(server, { id: siteId }, "OWNER");
  const access = await addToken(server, owner.id, { role: "OWNER" });
  const promised = promisedBy(samples);
  expect(promised.length).toBeGreaterThan(10);
  expect(
    await outputOf(
      program
        .replaceAll("http://localhost:3000", server.url)
        .replaceAll(/pv_\w{32}/g, token)
        .replaceAll(/vt_\w{38}/g, access.token),
    ),
  ).toEqual(promised);
});
