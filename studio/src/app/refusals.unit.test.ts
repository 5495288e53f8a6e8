import { readdir, readFile } from "node:fs/promises";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { de } from "../texts/de.ts";
import { en } from "../texts/en.ts";
import { ptBr } from "../texts/pt-br.ts";
import { reviewDe } from "../texts/review-de.ts";
import { reviewEn } from "../texts/review-en.ts";
import { reviewPtBr } from "../texts/review-pt-br.ts";
import { shopDe } from "../texts/shop-de.ts";
import { shopEn } from "../texts/shop-en.ts";
import { shopPtBr } from "../texts/shop-pt-br.ts";
import { jsonError } from "../fields/json-error.ts";
import { describeProblem } from "./problems.ts";
import { errorOf } from "./refusals.ts";
import { loadTexts, texts } from "./texts.ts";

const source = new URL("../../../server/src/", import.meta.url);

/** Codes that no screen of the studio can meet: they belong to the shop's public API, or to programs. */
const ofOthers = new Set([
  "out_of_stock",
  "totals_changed",
  "already_verified",
  "second_factor_not_asked",
  "precondition_failed",
  "tus_version_unsupported",
  // The address book of customers.
  "addresses_full",
]);

/** The codes of all problems with a status that the server declares. */
async function declared(status: number): Promise<string[]> {
  const names = (await readdir(source, { recursive: true })).filter((name) => name.endsWith(".ts") && !/\.(test|proof)\.ts$/.test(name));
  const codes = new Set<string>();
  for (const name of names) {
    const text = await readFile(new URL(name, source), "utf8");
    for (const [, code = ""] of text.matchAll(new RegExp(`\\bproblem\\(\\s*"(\\w+)",\\s*${status}\\b`, "g"))) codes.add(code);
  }
  return [...codes].filter((code) => !ofOthers.has(code));
}

/** Codes of what programs and visitors send to the public API. */
const ofPublicApi = new Set(["include", "query", "form", "upload"]);

/** The codes of errors in content and in types: keywords of schemas, and those that the server's source names. */
async function errorCodes(): Promise<string[]> {
  const features = ["rendering", "queries", "types", "documents", "search"].map((name) => `features/content/${name}/`);
  const folders = [...features, "lib/json-schema/"];
  const codes = new Set<string>();
  for (const folder of folders) {
    const names = (await readdir(new URL(folder, source), { recursive: true })).filter((name) => /(?<!\.test|\.proof)\.ts$/.test(name));
    for (const name of names) {
      const text = await readFile(new URL(folder + name, source), "utf8");
      for (const [, code = ""] of text.matchAll(/\bcode: "(\w+)"/g)) codes.add(code);
      for (const [, code = ""] of text.matchAll(/\brefuse\([^,]+, "(\w+)"/g)) codes.add(code);
      if (name === "json-schema-errors.ts") for (const [, code = ""] of text.matchAll(/case "(\w+)":/g)) codes.add(code);
    }
  }
  return [...codes].filter((code) => !ofPublicApi.has(code));
}

const failure = (code: string, status: number, errors: object[] = []) =>
  Object.assign(new Error("The server's own words."), {
    name: "VitrineError",
    code,
    status,
    errors,
    detail: "English of the server",
    requestId: "7",
  });

beforeEach(() => {
  Object.assign(globalThis, { document: { documentElement: { lang: "" } } });
});

// The files of the project share their modules.
afterAll(() => loadTexts(["en"]));

describe.each([
  { language: "en", catalogue: { ...en, ...shopEn, ...reviewEn } },
  { language: "de", catalogue: { ...de, ...shopDe, ...reviewDe } },
  { language: "pt-BR", catalogue: { ...ptBr, ...shopPtBr, ...reviewPtBr } },
])("a refusal, in $language", ({ language, catalogue }) => {
  it("has a sentence of its own for each code of a conflict", async () => {
    await loadTexts([language]);
    const ownSentences: Record<string, string> = { ...catalogue.refusals.codes };
    const ofScreens: Record<string, string> = Object.assign(
      {},
      ...[
        catalogue.account,
        catalogue.team,
        catalogue.keys,
        catalogue.media,
        catalogue.releases,
        catalogue.orders,
        catalogue.products,
        catalogue.categories,
        catalogue.customers,
        catalogue.discounts,
        catalogue.giftCards,
        catalogue.mails,
        catalogue.formBuilder,
        catalogue.product,
        catalogue.comments,
        catalogue.reviews,
      ].map(({ problems }) => problems),
    ) as Record<string, string>;
    const codes = [...(await declared(409)), ...(await declared(412))];
    expect(codes.length).toBeGreaterThan(25);
    expect(codes.filter((code) => ownSentences[code] === undefined && ofScreens[code] === undefined)).toEqual([]);
    expect(describeProblem(failure("slug_taken", 409))).toBe(ownSentences.slug_taken);
    expect(describeProblem(failure("a_new_code", 409))).toBe(ownSentences.conflict);
  });

  it("has a sentence for each fault of content, and of the definition of a type", async () => {
    await loadTexts([language]);
    const sentences = { ...catalogue.refusals.errors, ...catalogue.model.errors };
    const codes = await errorCodes();
    expect(codes).toEqual(expect.arrayContaining(["maxLength", "too_many_blocks", "mark", "slug_taken"]));
    expect(codes.filter((code) => !Object.hasOwn(sentences, code))).toEqual([]);
  });

  it("names the limit that the schema has", async () => {
    await loadTexts([language]);
    expect(errorOf({ code: "maxLength" }, 40)).toBe(catalogue.fields.checks.long(40));
    expect(errorOf({ code: "maxLength" })).toBe(catalogue.refusals.errors.maxLength);
  });

  it("tells the line at which a text is no JSON, without the words of the browser", async () => {
    await loadTexts([language]);
    const errorIn = (text: string) => {
      try {
        return String(JSON.parse(text));
      } catch (error) {
        return jsonError(text, error);
      }
    };
    expect(errorIn('{\n  "a": 1\n  "b": 2\n}')).toBe(catalogue.fields.badCodeAt(3));
    expect(errorIn('{\n  "a": 1,')).toBe(catalogue.fields.badCodeAt(2));
    expect(jsonError("?", new SyntaxError("something else"))).toBe(catalogue.fields.badCode);
  });

  it("names the member as the form does, and never as the server does", async () => {
    await loadTexts([language]);
    const past = failure("validation_failed", 400, [{ path: "/publishAt", code: "past", message: "must be in the future" }]);
    expect(describeProblem(past)).toBe(`${texts.refusals.members.publishAt}: ${texts.refusals.errors.past}`);
    const unknown = failure("validation_failed", 400, [{ path: "/inner/strangeName", code: "strange", message: "is odd" }]);
    expect(describeProblem(unknown)).toBe(texts.refusals.errors.other);
  });
});
