import { BundleError } from "../../server/src/features/content/bundle/bundle-error.ts";
import type { TestServer } from "../kit/harness.ts";
import { payloads, type Payload } from "./payloads.ts";
import { pictures } from "./watched-pages.ts";

/** The number of payloads in one text that has room for them. */
export const chunksOf = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size));
export const joined = (chunk: readonly Payload[]) => chunk.map(({ text }) => text).join(" ");

export const locales = ["en", "de", "pt-BR"] as const;
const anything = { type: "object" };
const blocks = ["hero", "rich-text", "feature-list", "quote", "split", "call-to-action", "form", "faq", "post-teaser", "stats", "columns"];
const types = {
  blockTypes: blocks.map((type) => ({ type, title: type, description: type, schema: anything })),
  contentTypes: ["blog-post", "guide"].map((slug) => ({ slug, title: slug, schema: anything })),
};

/** A picture by every kind of address that a payload can be in. */
const picturesOf = ({ text }: Payload) =>
  [text, `/pictures/${text}`, `${pictures}/${text}`].map((url) => ({ url, alt: text, width: 12, height: 9 }));

/** Each block of the demo site, with the payload in each of its texts and addresses. */
function blocksOf({ number, text, context }: Payload) {
  const form = { type: "form", props: { heading: text, text, form: `form-${number}` } };
  const all = [
    { type: "hero", props: { eyebrow: text, title: text, text, align: text, buttonLabel: text, buttonHref: text } },
    {
      type: "rich-text",
      props: {
        width: text,
        body: `${text}\n\n# ${text}\n\n**${text}** \`${text}\` <${text}>\n\n[${text}](${text}) ![${text}](${text})\n\n> ${text}`,
      },
    },
    { type: "rich-text", props: { body: `| ${text} |\n|--|\n| ${text} |\n\n- ${text}\n\n\`\`\`${text}\n${text}\n\`\`\`` } },
    { type: "feature-list", props: { title: text, items: [{ icon: text, title: text, text }] } },
    { type: "quote", props: { text, author: text, role: text, sourceUrl: text } },
    { type: "split", props: { title: text, body: text, noteTitle: text, note: text, noteSide: text } },
    { type: "faq", props: { title: text, contactEmail: text, items: [{ question: text, answer: text }] } },
    { type: "stats", props: { title: text, items: [{ value: text, label: text }] } },
    {
      type: "columns",
      props: { ratio: text },
      children: {
        left: [{ type: "post-teaser", props: { kind: text, title: text, excerpt: text, byline: text, minutes: text, href: text } }],
        right: [{ type: "call-to-action", props: { title: text, text, label: text, href: text, tone: text } }],
      },
    },
    { type: "hero", props: { title: context, buttonLabel: "x", buttonHref: `/pages/${text}` } },
  ];
  return [...all, form];
}

const formOf = ({ number, text }: Payload) => ({
  slug: `form-${number}`,
  name: text,
  submitLabel: text,
  successMessage: text,
  schema: {
    type: "object",
    required: ["choice", "needed"],
    properties: {
      choice: { type: "string", title: text, enum: [text, "other"] },
      needed: { type: "string", title: text, description: text, minLength: 1 },
      given: { type: "string", title: text, default: text },
      several: { type: "array", title: text, items: { enum: [text, "other"] }, default: [text] },
      [text]: { type: "string", title: text },
    },
  },
  uiSchema: { choice: { widget: "radio", labels: { [text]: text } }, needed: { placeholder: text } },
});

const variantOf = (payload: Payload) => ({ sku: payload.text, title: payload.text, price: 100, options: { [payload.text]: payload.text } });

/** The site of the demo pages, with every payload in every field that its visitors may see. */
export function plantedBundle(payloads: readonly Payload[], slug: string, key: string) {
  const posts = (contentType: string, locale: string) =>
    chunksOf(payloads, 10).map((chunk, at) => ({
      contentType,
      slug: `entry-${at}`,
      locale,
      data: {
        title: joined(chunk),
        name: joined(chunk),
        excerpt: joined(chunk),
        author: joined(chunk),
        body: chunk.map(({ text }) => text).join("\n\n"),
        tags: chunk.map(({ text }) => text),
        tools: chunk.map(({ text }) => text),
        readingMinutes: joined(chunk),
        steps: chunk.map(({ text }) => ({ title: text, text })),
        seo: { title: joined(chunk), description: joined(chunk) },
      },
    }));
  return {
    bundle: 1,
    site: { slug, name: "Planted", defaultLocale: "en", locales: [...locales], currency: "eur", settings: {} },
    apiKeys: [{ name: "web", key }],
    ...types,
    pages: locales.flatMap((locale) =>
      chunksOf(payloads, 5).map((chunk, at) => ({
        page: `page-${at}`,
        slug: `page-${at}`,
        locale,
        title: joined(chunk),
        seo: { title: joined(chunk), description: joined(chunk), canonicalUrl: chunk[0]?.text, image: chunk[1]?.text },
        composition: chunk.flatMap(blocksOf),
      })),
    ),
    previews: chunksOf(payloads, 25).map((_, at) => ({ page: `page-${at * 5}`, token: previewToken(at) })),
    entries: locales.flatMap((locale) => [...posts("blog-post", locale), ...posts("guide", locale)]),
    forms: payloads.map(formOf),
    categories: chunksOf(payloads, 2).map((chunk, at) => ({
      slug: `category-${at}`,
      title: joined(chunk),
      description: joined(chunk),
      image: picturesOf(chunk[at % 2] ?? chunk[0]!)[at % 3],
    })),
    // The limit of the shop's list is a hundred.
    products: chunksOf(payloads, 2).map((chunk, at) => ({
      slug: `product-${at}`,
      title: joined(chunk),
      description: joined(chunk),
      category: `category-${at}`,
      images: chunk.flatMap(picturesOf),
      attributes: Object.fromEntries(chunk.map(({ text }) => [text, text])),
      options: chunk.map(({ text }) => ({ name: text, values: [text] })),
      variants: chunk.slice(0, 1).map((payload) => ({
        ...variantOf(payload),
        options: Object.fromEntries(chunk.map(({ text }) => [text, text])),
      })),
    })),
    plans: payloads.map(({ number, text }) => ({
      slug: `plan-${number}`,
      name: text,
      description: text,
      price: 100,
      interval: "month",
      features: [text],
    })),
  };
}

export const previewToken = (at: number) => `pv_${String(at).padStart(32, "0")}`;

/** Counts stored and refused payloads, once for each payload in each field. */
export class Planting {
  readonly #stored = new Set<string>();
  readonly #refused = new Set<string>();
  get storedCount(): number {
    return this.#stored.size;
  }
  get refused(): number {
    return this.#refused.size;
  }
  count(field: string, payload: Payload, isStored: boolean): void {
    (isStored ? this.#stored : this.#refused).add(`${field} ${payload.number}`);
  }
  /** Each payload in each text of a value, below a name. */
  countAll(name: string, value: unknown, isStored = true): void {
    if (typeof value === "string") for (const payload of payloadsIn(value)) this.count(name, payload, isStored);
    else if (Array.isArray(value)) for (const item of value) this.countAll(name, item, isStored);
    else if (value !== null && typeof value === "object") {
      for (const [member, item] of Object.entries(value)) {
        const [isPlanted] = payloadsIn(member);
        if (isPlanted) this.countAll(`${name}, a name`, member, isStored);
        this.countAll(isPlanted ? `${name}.*` : `${name}.${member}`, item, isStored);
      }
    }
  }
}

const byNumber = new Map(payloads.map((payload) => [String(payload.number), payload]));
/** Payloads whose number and words are in the text. */
function payloadsIn(text: string): Payload[] {
  return [...new Set(text.match(/\d+/g))].flatMap((number) => {
    const payload = byNumber.get(number);
    return payload && text.includes(payload.text) ? [payload] : [];
  });
}

/** Imports a bundle; its refused parts are removed and counted, and the rest imported. */
export async function importWithoutRefused(server: Pick<TestServer, "import">, bundle: object, planting: Planting): Promise<string> {
  const refused = new Map<string, number>();
  for (let round = 0; round < 8; round += 1) {
    try {
      const { siteId } = await server.import(bundle);
      planting.countAll("bundle", bundle);
      return siteId;
    } catch (error) {
      if (!(error instanceof BundleError)) throw error;
      // From the last to the first, so that positions in lists stay valid.
      for (const { path } of [...error.errors].reverse()) {
        const times = (refused.get(path) ?? 0) + 1;
        refused.set(path, times);
        const field = path
          .split("/")
          .slice(1)
          .filter((step) => !/^\d+$/.test(step) && !step.includes("planted"));
        planting.countAll(`bundle.${field.join(".")}`, [path, takeOut(bundle, path, times)], false);
      }
    }
  }
  throw new Error("The bundle is refused again and again.");
}

/** Removes the part of a bundle that a fault names, and returns it: a member, a picture, or if that is not enough the object around it. */
function takeOut(bundle: object, path: string, times: number): unknown {
  const steps = path
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  if (steps.at(-1) === "url") steps.pop();
  for (let time = 1; time < times; time += 1) steps.pop();
  const last = steps.pop() ?? "";
  const holder = steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], bundle);
  if (holder === null || typeof holder !== "object") return undefined;
  const members = holder as Record<string, unknown>;
  const taken = members[last];
  if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else if (typeof taken === "string" && needed.has(last)) members[last] = `plain-${(plainTexts += 1)}`;
  else Reflect.deleteProperty(members, last);
  return taken;
}

const needed = new Set(["sku", "name", "title"]);
let plainTexts = 0;
