import { demoSlug } from "../../server/src/demo.ts";
import { adminBase } from "../../server/src/lib/http/operation.ts";
import { payloads, type Payload } from "./payloads.ts";
import { chunksOf, joined } from "./planted-site.ts";

/** Short enough for three in a title, and with nothing that names may not have. */
const fit = payloads.filter(({ text }) => text.length <= 65 && text === text.trim() && /^[^\p{Cc}\p{Cs}]+$/u.test(text));

/** Sixty, in turn of every context that fits. */
export const planted: readonly Payload[] = inTurn(fit).slice(0, 60);
const perDocument = 3;
export const chunks = chunksOf(planted, perDocument);

function inTurn(all: readonly Payload[]): Payload[] {
  const groups = [...new Set(all.map(({ context }) => context))].map((context) => all.filter((each) => each.context === context));
  const most = Math.max(...groups.map(({ length }) => length));
  return Array.from({ length: most }, (_, turn) => groups.flatMap((group) => group[turn] ?? [])).flat();
}

/** The documents, files and releases whose screens are opened. */
export interface PlantedDesk {
  pages: string[];
  entries: string[];
  assets: string[];
  releases: string[];
}

interface Shown {
  id: string;
  revision: number;
  translations: { id: string; revision: number }[];
}

/** Calls the admin API at the demo site with the session; a refusal fails the test, since nothing would be planted. */
export function caller(origin: string, cookie: string) {
  return async <Data>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Data> => {
    const address = path.startsWith("/me") ? path : `/sites/${demoSlug}${path}`;
    const isBytes = body instanceof Uint8Array;
    const sent = isBytes ? new Uint8Array(body) : JSON.stringify(body);
    const init = { method, headers: { cookie, "content-type": "application/json", ...headers }, ...(body !== undefined && { body: sent }) };
    const answer = await fetch(origin + adminBase + address, init);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 1_000)}`);
    return (text === "" ? undefined : (JSON.parse(text) as { data: unknown }).data) as Data;
  };
}

type Call = ReturnType<typeof caller>;

/** A field of every kind, with the payload in each of its words. */
function typeOf(chunk: readonly Payload[]) {
  const words = joined(chunk);
  const [{ text } = { text: "" }] = chunk;
  const said = { title: words, description: words };
  const hints = { title: words, help: words, placeholder: words, unit: text, group: text };
  const list = { type: "array", ...said };
  const branch = (member: string) => ({ ...said, type: "object", properties: { [member]: { type: "string", ...said } } });
  const properties = {
    words: { type: "string", maxLength: 200, default: words, ...said },
    long: { type: "string", maxLength: 5_000, ...said },
    body: { type: "string", ...said },
    count: { type: "number", ...said },
    isOn: { type: "boolean", ...said },
    choice: { type: "string", enum: [text, "other"], ...said },
    among: { type: "string", enum: planted.map((each) => each.text), ...said },
    several: { ...list, uniqueItems: true, maxItems: 9, items: { type: "string", enum: [text, "other"] } },
    tags: { ...list, items: { type: "string" } },
    texts: { ...list, items: { type: "string", maxLength: 300, ...said } },
    colour: { type: "string", ...said },
    link: { type: "string", ...said },
    day: { type: "string", format: "date", ...said },
    moment: { type: "string", format: "date-time", ...said },
    picture: { $ref: "vitrine:asset", ...said },
    ...Object.fromEntries(["page", "product", "category", "entry"].map((kind) => [kind, { $ref: `vitrine:${kind}`, ...said }])),
    items: { ...list, items: branch("text") },
    group: { type: "object", properties: { inner: { type: "string", ...said } }, ...said },
    variant: { ...said, oneOf: [branch("one"), branch("two")] },
    fixed: { const: text, ...said },
    code: { type: "object", ...said },
  };
  const widgets: Record<string, object> = {
    body: { widget: "markdown" },
    colour: { widget: "colour" },
    link: { widget: "link", paths: { page: `/${text}/{slug}` } },
    choice: { labels: { [text]: words, other: words } },
    several: { items: { labels: { [text]: words } } },
  };
  const uiSchema = Object.fromEntries(Object.keys(properties).map((name) => [name, { ...hints, ...widgets[name] }]));
  return { title: words, schema: { type: "object", properties }, uiSchema };
}

/** A value of every kind of field. */
function valuesOf(chunk: readonly Payload[], target: Readonly<Record<string, string>>) {
  const words = joined(chunk);
  const [{ text } = { text: "" }] = chunk;
  const markdown = chunk.map(
    (
      each,
    ) => `# ${each.text}\n\n**${each.text}** \`${each.text}\` <${each.text}>\n\n[${each.text}](${each.text}) ![${each.text}](${each.text})
\n> ${each.text}\n\n- ${each.text}\n\n| ${each.text} |\n|--|\n| ${each.text} |\n\n\`\`\`${each.text}\n${each.text}\n\`\`\``,
  );
  return {
    words,
    long: words,
    body: markdown.join("\n\n"),
    choice: text,
    among: text,
    several: [text],
    tags: chunk.map((each) => each.text),
    texts: chunk.map((each) => each.text),
    colour: text,
    link: text,
    picture: { asset: target.picture, alt: words },
    product: { product: target.product },
    category: { category: target.category },
    items: [{ text: words }],
    group: { inner: words },
    variant: { one: words },
    fixed: text,
    code: { [text]: [words] },
    [text]: words,
  };
}

/** Goods come in a bundle: nothing else makes them yet. */
async function plantCatalogItems(call: Call): Promise<void> {
  const { slug, name, defaultLocale, locales, currency } = await call<Record<string, unknown>>("GET", "");
  await call("POST", "/bundle", {
    bundle: 1,
    site: { slug, name, defaultLocale, locales, currency },
    categories: chunks.map((chunk, at) => ({ slug: `planted-${at}`, title: joined(chunk), description: joined(chunk) })),
    products: chunks.map((chunk, at) => ({
      slug: `planted-${at}`,
      title: joined(chunk),
      description: joined(chunk),
      category: `planted-${at}`,
      attributes: Object.fromEntries(chunk.map(({ text }) => [text, text])),
      variants: [{ sku: `PLANTED-${at}`, title: joined(chunk), price: 100 }],
    })),
    plans: planted.map(({ number, text }) => ({
      slug: `plan-${number}`,
      name: text,
      description: text,
      price: 100,
      interval: "month",
      features: [text],
    })),
    forms: planted.map(({ number, text }) => ({
      slug: `form-${number}`,
      name: text,
      submitLabel: text,
      successMessage: text,
      schema: { type: "object", properties: { field: { type: "string", title: text, description: text, enum: [text, "other"] } } },
    })),
  });
}

async function plantDrawing(call: Call, chunk: readonly Payload[]): Promise<string> {
  const [one, two, three] = chunk.map(({ text }) => text);
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><title>${one?.replace(/[<&]/g, "")}</title>
    <script>planted(0)</script><rect width="300" height="200" onload="planted(0)"/><a href="javascript:planted(0)"><text y="20">x</text></a></svg>`;
  const name = `attachment; filename*=UTF-8''${encodeURIComponent(`${one} ${two} ${three}.svg`)}`;
  const sent = { "content-type": "image/svg+xml", "content-disposition": name };
  const { id, revision } = await call<Shown>("POST", "/assets", Buffer.from(drawn), sent);
  const words = joined(chunk);
  const said = { title: words, alt: { en: words }, tags: chunk.slice(0, 1).map(({ text }) => text.slice(0, 60)) };
  await call("PATCH", `/assets/${id}`, said, { "if-match": `"${revision}"` });
  return id;
}

/** Plants all payloads in every field of the demo site that the studio shows. */
export async function plantDesk(call: Call): Promise<PlantedDesk> {
  const desk: PlantedDesk = { pages: [], entries: [], assets: [], releases: [] };
  const absent = { "if-none-match": "*" };
  await plantCatalogItems(call);
  for (const { text } of planted) await call("POST", "/keys", { name: text });
  for (const [at, chunk] of chunks.entries()) {
    const words = joined(chunk);
    const name = `planted-${at}`;
    const type = typeOf(chunk);
    const picture = await plantDrawing(call, chunk);
    const slots = { main: { title: words }, side: { title: words } };
    await call("PUT", `/content-types/${name}`, type, absent);
    await call("PUT", `/block-types/${name}`, { ...type, description: words, category: words.slice(0, 100), slots }, absent);
    const values = valuesOf(chunk, { picture, product: name, category: name });
    const seo = { title: words, description: words };
    const block = { id: "outer", type: name, props: values, children: { main: [{ id: "inner", type: name, props: values }] } };
    const page = await call<Shown>("POST", "/pages", { locale: "en", slug: name, title: words, seo, composition: [block] });
    const entry = await call<Shown>("POST", "/entries", { contentType: name, locale: "en", slug: name, title: words, data: values });
    // A later draft, for the differences.
    const again = joined([...chunk].reverse());
    const seen = { "if-match": `"${page.translations[0]?.revision}"` };
    const changed = { slug: name, title: again, seo, composition: [{ ...block, props: { ...values, words: again, code: again } }] };
    await call("PUT", `/pages/${page.id}/en/draft`, changed, seen);
    const release = await call<Shown>("POST", "/releases", { name: words });
    for (const { translations } of [page, entry]) {
      const [first] = translations;
      if (!first) throw new Error("The document has no translation.");
      const { id, revision } = first;
      const now = translations === page.translations ? revision + 1 : revision;
      await call("PUT", `/releases/${release.id}/items/${id}`, { action: "PUBLISH", revision: now });
    }
    desk.pages.push(page.id);
    desk.entries.push(entry.id);
    desk.assets.push(picture);
    desk.releases.push(release.id);
  }
  return desk;
}
