import type { ListTexts } from "../texts/en/lists.ts";
import { language, type Language } from "./texts.ts";

const catalogues: Readonly<Record<Language, () => Promise<ListTexts>>> = {
  en: async () => (await import("../texts/en/lists.ts")).lists,
  de: async () => (await import("../texts/de/lists.ts")).lists,
  "pt-BR": async () => (await import("../texts/pt-br/lists.ts")).lists,
};

/** The words of what all lists can do. They are loaded with the first list. */
export let listTexts: ListTexts;

export async function loadListTexts(): Promise<void> {
  listTexts = await catalogues[language]();
}
