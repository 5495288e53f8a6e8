import { de } from "@/messages/de";
import { en } from "@/messages/en";
import { ptBr } from "@/messages/pt-br";

/** The words of each locale. To add one, write its file and name it here; then offer it in site.config.ts. */
const messages = { en, de, "pt-BR": ptBr } satisfies Record<string, Messages>;

export type Messages = typeof en;
export type Locale = keyof typeof messages;

export const messagesOf = (locale: Locale): Messages => messages[locale];
