import type { ReviewTexts } from "../texts/review-en.ts";
import { language, type Language } from "./texts.ts";

const catalogues: Readonly<Record<Language, () => Promise<ReviewTexts>>> = {
  en: async () => (await import("../texts/review-en.ts")).reviewEn,
  de: async () => (await import("../texts/review-de.ts")).reviewDe,
  "pt-BR": async () => (await import("../texts/review-pt-br.ts")).reviewPtBr,
};

/** The words of comments, reviews and shared drafts. They are loaded with the editors, so that the first screen does not wait for them. */
export let reviewTexts: ReviewTexts;

export async function loadReviewTexts(): Promise<void> {
  reviewTexts = await catalogues[language]();
}
