import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember, asAdmin, codeOf } from "../../../../../../test/kit/admins.ts";
import { cms, startServer, type TestServer } from "../../../../../../test/kit/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const manyMistakes = () => ({ bundle: 1, pages: Array.from({ length: 80_000 }, (_, at) => ({ slug: `p${at}`, locale: "en", title: at })) });

test.each([
  ["80,000 mistakes in JSON", "application/json", () => JSON.stringify(manyMistakes(), null, 1)],
  ["a YAML of 280,000 nodes", "application/yaml", () => `bundle: 1\nsite: {}\npages:\n${"- [1, 2]\n".repeat(70_000)}`],
])("an import with %s holds up no other request", { timeout: 300_000 }, async (_name, type, make) => {
  const site = await server.addSite({ pages: [{ slug: "home", locale: "en", title: "Home", composition: [] }] });
  const owner = asAdmin(server, await addMember(server, site, "OWNER"));
  const ended: string[] = [];
  const imported = owner
    .ask("POST", `/sites/${site.slug}/bundle`, { body: make(), headers: { "content-type": type } })
    .then((answer) => (ended.push("import"), answer));
  for (let read = 0; read < 3; read += 1) await server.ask(`${cms}/pages/home`, { key: site.key }).then(() => ended.push("read"));
  expect(ended.slice(0, 3)).toEqual(["read", "read", "read"]);
  const answer = await imported;
  expect([answer.status, codeOf(answer), (answer.json as { errors: unknown[] }).errors.length <= 100]).toEqual([
    400,
    "validation_failed",
    true,
  ]);
});
