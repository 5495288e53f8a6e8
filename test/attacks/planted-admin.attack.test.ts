import { afterAll, beforeAll, expect, test } from "vitest";
import { adminBase } from "../../server/src/lib/http/operation.ts";
import { adminAskerFor, adminAskerOf, adminRequest, type AdminProof } from "../kit/admin-proof.ts";
import { addMember, asAdmin } from "../kit/admins.ts";
import { madeNotes } from "../kit/assets.ts";
import { editor } from "../kit/documents.ts";
import { cms, startServer, type Answer, type TestServer } from "../kit/harness.ts";
import { previews } from "../kit/previews.ts";
import { addProofSite, type ProofSite } from "../kit/proof-site.ts";
import { loadAdminProofs, sendable, sendWith } from "../kit/proof.ts";
import { payloads } from "./payloads.ts";
import { placeText, plantText, textPlaces, textsIn } from "./planted-fields.ts";
import { readEverywhere } from "./planted-reads.ts";
import { recordAttack } from "./record.ts";

let server: TestServer;
let site: ProofSite;
beforeAll(async () => {
  server = await startServer({ takesPayments: true, mailsPerClient: 1_000_000 });
  site = await addProofSite(server, "planted");
});
afterAll(() => server.stop());

const fit = payloads.map(({ text }) => text).filter((text) => !text.includes("\0") && text.isWellFormed() && text === text.trim());
/** Of each place: some of all, and the last one short, since not all texts may be long. */
const perPlace = 3;
/** Texts with rules that no script meets, such as addresses and dates; and what only another body would have around it. */
const formal =
  /\/(?:id|type|slug|contentType|path|locale|document|page|release|publishAt|unpublishAt|expiresAt|email|owner|site|token|code|rawId|challengeId|userHandle|signature|publicKey|clientDataJSON|attestationObject|authenticatorData|currentPassword|defaultLocale|locales|currency|storefrontUrl|confirm|timeZone|source|from|allow|notify|publishableKey|secretKey|webhookSecrets|\{name\})(?:\/\*)?$|\/(?:bindings|children|schema|data|slugs|alt|patch|settings|allowedOrigins)\/|^signIn \/password|^confirmSession \/password/;
/** Texts that no answer shows: secrets, what is only checked, and what a browser says about itself. */
const unshown = /^check|password$|\/credential\/|^bulkAssets \/tags|\/seenVariants\//;

/** What was planted, by the number that it carries. */
const planted = new Map<number, { place: string; text: string }>();
const seen = new Set<number>();
const seenLater = new Set<number>();

function next(place: string): string {
  const number = planted.size + 1;
  const payload = number % perPlace === 0 ? `<i x="'&>` : (fit[number % fit.length] ?? "");
  planted.set(number, { place, text: `${payload}¤${number}¤` });
  return `${payload}¤${number}¤`;
}

/** Every text of an answer is what was planted, as JSON. */
function look({ headers, json, text, status }: Answer, where: string, foundNumbers: Set<number>): void {
  if (status === 204) return;
  expect([where, headers.get("content-type")]).toEqual([
    where,
    expect.stringMatching(/^application\/(json|problem\+json); charset=utf-8$/) as string,
  ]);
  expect([where, headers.get("x-content-type-options"), headers.get("content-security-policy")]).toEqual([
    where,
    "nosniff",
    expect.stringContaining("default-src 'none'") as string,
  ]);
  if (!text.includes("¤")) return;
  for (const each of textsIn(json))
    for (const [, number] of each.matchAll(/¤(\d+)¤/g)) {
      const plantedText = planted.get(Number(number));
      if (!plantedText) continue;
      // As it is, or in a JSON Pointer.
      if (!each.includes(plantedText.text) && !each.replaceAll("~1", "/").replaceAll("~0", "~").includes(plantedText.text))
        throw new Error(`${where} shows ${plantedText.place} as ${JSON.stringify(each)}, and not as ${JSON.stringify(plantedText.text)}.`);
      foundNumbers.add(Number(number));
    }
}

test("script in any field of the admin API is only ever text, and comes back as it was sent", { timeout: 60 * 60_000 }, async (context) => {
  // Imports are planted in planted-markup.test.ts.
  const proofs = [...(await loadAdminProofs()).values()].filter(
    ({ operation: { id, body }, consumesSite }) => body && !consumesSite && id !== "importSite",
  );
  const storedCounts = new Map<string, number>();
  let refused = 0;
  for (const proof of proofs) {
    const places = textPlaces(proof.operation.body as Parameters<typeof textPlaces>[0]);
    for (const place of places) {
      const address = `${proof.operation.id} ${placeText(place)}`;
      storedCounts.set(address, 0);
      for (let turn = 0; turn < perPlace; turn += 1) {
        const answer = await plant(proof, place, next(address));
        look(answer, address, seen);
        if (answer.status < 300) storedCounts.set(address, (storedCounts.get(address) ?? 0) + 1);
        else refused += 1;
      }
    }
  }
  for (const turn of [1, 2, 3])
    await plantContent(turn, (place, answer) => {
      look(answer, place, seen);
      if (answer.status < 300) storedCounts.set(place, (storedCounts.get(place) ?? 0) + 1);
      else throw new Error(`${place}: ${answer.status} ${answer.text}`);
    });
  await plantNames();
  const reader = await addMember(server, site, "OWNER", { isOperator: true });
  const reading = await readEverywhere(server, site, reader, ["planted", "script", "data"], (answer, path) =>
    look(answer, path, seenLater),
  );
  await server.runTasks();
  const mails = server.mails.filter(({ html, text }) => /¤\d+¤/.test(`${html} ${text}`));
  for (const { html } of mails)
    for (const [, number] of html.matchAll(/¤(\d+)¤/g)) {
      const { text = "" } = planted.get(Number(number)) ?? {};
      if (/[<>"&]/.test(text)) expect([text, html.includes(text)]).toEqual([text, false]);
    }

  const total = [...storedCounts.values()].reduce((sum, count) => sum + count, 0);
  const shownPlaces = new Set([...seen, ...seenLater].map((number) => planted.get(number)?.place));
  const places = [...storedCounts];
  expect(places.filter(([place, count]) => count === 0 && !formal.test(place))).toEqual([]);
  expect(places.filter(([place, count]) => count > 0 && !shownPlaces.has(place) && !unshown.test(place))).toEqual([]);
  console.info(
    `${total} payloads stored at ${places.filter(([, count]) => count > 0).length} of ${places.length} places, ${refused} refused.`,
  );
  console.info(`${reading.answers} answers and ${mails.length} mails; ${seenLater.size} payloads were read from the site.`);
  expect(total).toBeGreaterThan(200);
  expect(seenLater.size).toBeGreaterThan(100);
  expect(mails.length).toBeGreaterThanOrEqual(3);
  const reads = server.vitrine.operations.filter(({ method, path, streams }) => method === "GET" && path.startsWith(adminBase) && !streams);
  // An invitation is opened with its token; an unfinished upload is numbers; the description has no text of a site.
  expect(reads.map(({ id }) => id).filter((id) => !reading.called.has(id))).toEqual(["openInvitation", "getUpload", "getAdminOpenApi"]);
  recordAttack(context, {
    attack: "Markup in every text of every operation of the admin API, read back by every operation that reads, and in mails to admins",
    unit: `payloads in fields, in ${reading.answers.toLocaleString("en")} answers`,
    tried: total,
    promise: `the same text in JSON that no browser sniffs, and escaped in mails; ${refused.toLocaleString("en")} were refused`,
  });
});

async function plant(proof: AdminProof, place: Parameters<typeof plantText>[1], text: string): Promise<Answer> {
  const asker = await adminAskerFor(server, site, proof.operation);
  const request = await adminRequest(proof, asker);
  return sendWith(server, sendable(proof.operation, { ...request, body: plantText(request, place, text) }), asker.owner.headers);
}

/** In what no proof sends: the data of entries and the props of pages, published too; the words of types and files. */
async function plantContent(turn: number, note: (place: string, answer: Answer) => void): Promise<void> {
  const { api, base, ...edit } = editor(server, site, await addMember(server, site, "OWNER"));
  const text = (place: string) => next(place);
  const property = { type: "string", title: text("type /schema title"), description: text("type /schema description") };
  const schema = { type: "object", properties: { text: property, words: { type: "string", default: text("type /schema default") } } };
  const type = { title: text("type /title"), schema, uiSchema: { [text("type /uiSchema name")]: text("type /uiSchema") } };
  const absent = { headers: { "if-none-match": "*" } };
  note("type /title", await api.put(`${base}/content-types/planted-${turn}`, type, absent));
  note(
    "type /schema title",
    await api.put(`${base}/block-types/planted-${turn}`, { ...type, defaults: { text: text("type /defaults") } }, absent),
  );
  const seo = { title: text("seo /title"), description: text("seo /description") };
  const props = { text: text("page /props"), [text("page /props name")]: [text("page /props list")] };
  const page = { slug: `planted-${turn}`, title: text("page /title"), seo, composition: [{ type: `planted-${turn}`, props }] };
  const data = { text: text("entry /data"), [text("entry /data name")]: { deep: [text("entry /data deep")] } };
  const entry = { contentType: `planted-${turn}`, slug: `planted-${turn}`, title: text("entry /title"), data };
  for (const [kind, draft] of [
    ["pages", page],
    ["entries", entry],
  ] as const) {
    const { id } = await edit.create(kind, { locale: "en", ...draft });
    note(kind === "pages" ? "page /title" : "entry /title", await edit.publish(kind, id));
    if (kind === "entries") continue;
    const { token } = await previews(server, site).issue(`planted-${turn}`);
    note("page /props", await server.ask(`${cms}/preview/${token}`));
  }
  const asset = await madeNotes(await adminAskerOf(server, site));
  const words = { title: text("asset /title"), alt: { en: text("asset /alt") } };
  note("asset /title", await api.patch(`${base}/assets/${asset.id}`, words, { revision: 1 }));
}

/** In what mails say: the names of a site and a person, of a token, and the reason of an operator. */
async function plantNames(): Promise<void> {
  const owner = await addMember(server, site, "OWNER", { name: next("a name") });
  const api = asAdmin(server, owner);
  const { headers } = await api.get(`/sites/${site.slug}`);
  await api.patch(`/sites/${site.slug}`, { name: next("a site") }, { headers: { "if-match": headers.get("etag") ?? "" } });
  await api.post(`/sites/${site.slug}/invitations`, { email: "invited@example.com", role: "EDITOR" });
  const expiresAt = new Date(server.clock.now().getTime() + 60_000).toISOString();
  await api.post("/me/tokens", { name: next("a token"), role: "OWNER", expiresAt });
  const operator = await addMember(server, await server.addSite(), "OWNER", { isOperator: true, name: next("an operator") });
  await asAdmin(server, operator).post(`/server/sites/${site.slug}/enter`, { reason: next("a reason") });
}
