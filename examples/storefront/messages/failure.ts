import type { Locale } from "@/messages";

/** Apart from the others: the browser shows these when the server cannot, and so every page carries them. */
export const failureWords: Record<Locale, { title: string; text: string; again: string }> = {
  en: { title: "Something went wrong", text: "This page could not be shown. It is us, not you.", again: "Try again" },
  de: {
    title: "Etwas ist schiefgegangen",
    text: "Diese Seite konnte nicht gezeigt werden. Es liegt an uns.",
    again: "Noch einmal versuchen",
  },
  "pt-BR": { title: "Algo deu errado", text: "Esta página não pôde ser mostrada. A culpa é nossa.", again: "Tentar de novo" },
};
