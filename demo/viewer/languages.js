// The languages that the viewers speak themselves. A site may have others: then its own texts are in its language, and the words
// around them in English.

export const languages = ["en", "de", "pt-BR"];

/** The language for a locale: the same, one with the same beginning (de for de-AT), or English. */
export function languageFor(locale = "") {
  const wanted = locale.toLowerCase();
  const primary = (tag) => tag.toLowerCase().split("-")[0];
  return (
    languages.find((language) => language.toLowerCase() === wanted) ??
    languages.find((language) => primary(language) === primary(wanted)) ??
    "en"
  );
}

/** The name of a locale, in another one or in itself. The tag where it has no name, or is none. */
export function nameOfLanguage(locale, inLocale = locale) {
  try {
    return new Intl.DisplayNames([inLocale], { type: "language" }).of(locale) ?? locale;
  } catch {
    return locale;
  }
}

/**
 * Puts words into the elements of a page: `data-say` names the word of an element's text, `data-label` that of its accessible name,
 * `data-hint` that of a field's placeholder.
 */
export function speak(root, words) {
  for (const each of root.querySelectorAll("[data-say]")) each.textContent = words[each.dataset.say];
  for (const each of root.querySelectorAll("[data-label]")) each.setAttribute("aria-label", words[each.dataset.label]);
  for (const each of root.querySelectorAll("[data-hint]")) each.setAttribute("placeholder", words[each.dataset.hint]);
}

/** What a visitor reads of a problem that both viewers may have. */
export function sentenceOf({ code, status, retryAfter }, words) {
  if (code === "offline") return words.offline;
  if (status === 429) return words.tooOften(retryAfter > 90 ? Math.ceil(retryAfter / 60) : 0, retryAfter ?? 60);
  if (code === "site_suspended") return words.closed;
  if (code === "origin_not_allowed") return words.notFromHere;
  return words.failed;
}

const common = {
  en: {
    offline: "The server does not answer. Try again in a moment: what you wrote is still here.",
    tooOften: (minutes, seconds) =>
      `That was a lot at once. Try again in ${minutes > 0 ? `${minutes} minutes` : `${seconds} seconds`}: what you wrote stays here.`,
    closed: "This site is closed at the moment.",
    notFromHere: "This site does not allow its pages to be shown at this address.",
    failed: "This did not work. Please try again.",
    askTitle: "Whose site?",
    askLead: "Paste the public API key of a site. It begins with pk_.",
    askProblem: "No site has this key, or it was revoked.",
    askLabel: "Public API key",
    askShow: "Show it",
    askDemo: "The demo site",
    askSmall: "The key is kept behind the # of this page's address. Only this server's API hears of it.",
    aboutPage: "About this page",
    anotherSite: "Another site?",
    languages: "Languages",
    apiReference: "API reference",
    caughtMails: "Caught mails",
    search: "Search",
    searchHint: "What are you looking for?",
    searching: "Searching…",
    kinds: {
      ...{ page: "Page", entry: "Entry", product: "Product", category: "Category" },
      ...{ "blog-post": "Post", guide: "Guide", designer: "Designer" },
    },
  },
  de: {
    offline: "Der Server antwortet nicht. Versuchen Sie es gleich noch einmal: Was Sie geschrieben haben, bleibt hier.",
    tooOften: (minutes, seconds) =>
      `Das war viel auf einmal. Versuchen Sie es in ${minutes > 0 ? `${minutes} Minuten` : `${seconds} Sekunden`} noch einmal: Was Sie geschrieben haben, bleibt hier.`,
    closed: "Diese Website ist zurzeit geschlossen.",
    notFromHere: "Diese Website erlaubt nicht, dass ihre Seiten unter dieser Adresse gezeigt werden.",
    failed: "Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.",
    askTitle: "Wessen Website?",
    askLead: "Fügen Sie den öffentlichen API-Schlüssel einer Website ein. Er beginnt mit pk_.",
    askProblem: "Keine Website hat diesen Schlüssel, oder er wurde widerrufen.",
    askLabel: "Öffentlicher API-Schlüssel",
    askShow: "Zeigen",
    askDemo: "Die Demo-Website",
    askSmall: "Der Schlüssel steht hinter dem # der Adresse dieser Seite. Nur die API dieses Servers erfährt ihn.",
    aboutPage: "Über diese Seite",
    anotherSite: "Eine andere Website?",
    languages: "Sprachen",
    apiReference: "API-Referenz",
    caughtMails: "Abgefangene E-Mails",
    search: "Suche",
    searchHint: "Was suchen Sie?",
    searching: "Wird gesucht …",
    kinds: {
      ...{ page: "Seite", entry: "Eintrag", product: "Produkt", category: "Kategorie" },
      ...{ "blog-post": "Beitrag", guide: "Anleitung", designer: "Aus der Werkstatt" },
    },
  },
  "pt-BR": {
    offline: "O servidor não responde. Tente de novo daqui a pouco: o que você escreveu continua aqui.",
    tooOften: (minutes, seconds) =>
      `Foi muita coisa de uma vez. Tente de novo em ${minutes > 0 ? `${minutes} minutos` : `${seconds} segundos`}: o que você escreveu continua aqui.`,
    closed: "Este site está fechado no momento.",
    notFromHere: "Este site não permite que suas páginas sejam mostradas neste endereço.",
    failed: "Isto não funcionou. Tente de novo, por favor.",
    askTitle: "Site de quem?",
    askLead: "Cole a chave pública da API de um site. Ela começa com pk_.",
    askProblem: "Nenhum site tem esta chave, ou ela foi revogada.",
    askLabel: "Chave pública da API",
    askShow: "Mostrar",
    askDemo: "O site de demonstração",
    askSmall: "A chave fica depois do # no endereço desta página. Só a API deste servidor a recebe.",
    aboutPage: "Sobre esta página",
    anotherSite: "Outro site?",
    languages: "Idiomas",
    apiReference: "Referência da API",
    caughtMails: "E-mails retidos",
    search: "Busca",
    searchHint: "O que você procura?",
    searching: "Buscando…",
    kinds: {
      ...{ page: "Página", entry: "Registro", product: "Produto", category: "Categoria" },
      ...{ "blog-post": "Artigo", guide: "Guia", designer: "Da oficina" },
    },
  },
};

/** The words of a page in a language: its own, and those that both viewers have. */
export const wordsOf = (own, language) => ({ ...common[language], ...own[language] });
