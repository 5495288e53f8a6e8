import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember } from "../../../../../../test/kit/admins.ts";
import { editor, entryDraft } from "../../../../../../test/kit/documents.ts";
import { startServer, type TestServer } from "../../../../../../test/kit/harness.ts";
import { sampleSite } from "../../../../../../test/kit/sample-site.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

test("a list shows the asked fields of the newest draft in the locale of the title, cut, and neither lists nor objects", async () => {
  const site = await server.addSite(sampleSite());
  const { api, base, create, save } = editor(server, site, await addMember(server, site, "OWNER"));
  const listed = async (query: string) => {
    const { json } = await api.get(`${base}/entries?contentType=blog-post&sort=slug&${query}`);
    return Object.fromEntries((json as { data: { slug: string; fields?: object }[] }).data.map(({ slug, fields }) => [slug, fields]));
  };
  const { id } = await create("entries", { contentType: "blog-post", locale: "en", ...entryDraft("long", "x".repeat(500)) });
  await save("entries", id, { slug: "lang", data: { text: ["kein Text"] } }, "absent", "de");
  expect(await listed("fields=text,__proto__,text")).toMatchObject({
    long: JSON.parse(`{ "text": "${"x".repeat(200)}", "__proto__": null }`) as object,
    third: { text: expect.stringMatching(/^DRAFT-/) as string },
  });
  expect((await listed("fields=text&locale=de")).lang).toEqual({ text: null });
  expect((await listed("")).long).toBeUndefined();
});

test("a list refuses too many fields, and a name without letters", async () => {
  const site = await server.addSite(sampleSite());
  const { api, base } = editor(server, site, await addMember(server, site, "VIEWER"));
  for (const fields of ["", "text,", "a,b,c,d,e,f,g,h,i,j,k"]) {
    const { status, json } = await api.get(`${base}/entries?fields=${fields}`);
    expect([status, json]).toMatchObject([400, { code: "invalid_query" }]);
  }
});
