import type { Language } from "../text/language.ts";
import { german } from "./de/index.ts";
import { english } from "./en/index.ts";
import type { Messages } from "./messages.ts";
import { portuguese } from "./pt-br/index.ts";

/** What mails and the server's own pages say. A new language is a folder here, and a member of `Language`. */
export const messages: Readonly<Record<Language, Messages>> = { en: english, de: german, "pt-BR": portuguese };
