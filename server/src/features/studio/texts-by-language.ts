import type { Language } from "../../lib/text/language.ts";
import type { DoorTexts } from "./door-texts.ts";
import { german } from "./texts/de.ts";
import { english } from "./texts/en.ts";
import { portuguese } from "./texts/pt-br.ts";

export const doorTexts: Readonly<Record<Language, DoorTexts>> = { en: english, de: german, "pt-BR": portuguese };
