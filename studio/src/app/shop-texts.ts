import type { ShopTexts } from "../texts/shop-en.ts";
import { language, type Language } from "./texts.ts";

const catalogues: Readonly<Record<Language, () => Promise<ShopTexts>>> = {
  en: async () => (await import("../texts/shop-en.ts")).shopEn,
  de: async () => (await import("../texts/shop-de.ts")).shopDe,
  "pt-BR": async () => (await import("../texts/shop-pt-br.ts")).shopPtBr,
};

/** The words of the shop's places. They are loaded with the first of these places, so that the first screen does not wait for them. */
export let shopTexts: ShopTexts;

export async function loadShopTexts(): Promise<void> {
  shopTexts = await catalogues[language]();
}
