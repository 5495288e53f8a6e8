import type { reviews as english } from "../en/reviews.ts";

export const reviews: typeof english = {
  reviews: {
    ask: "Um Durchsicht bitten",
    title: "Um Durchsicht bitten",
    text: "Die Person bekommt eine E-Mail mit einem Link zu diesem Entwurf und findet ihn in ihrer Übersicht.",
    who: "Wer soll es sich ansehen?",
    nobody: "Niemand sonst darf auf dieser Site veröffentlichen. Laden Sie in den Einstellungen jemanden ein.",
    note: "Notiz",
    noteHint: "Worauf soll die Person achten? Sie können das leer lassen.",
    send: "Senden",
    asked: (name) => `${name} ist gefragt`,
    waitsFor: (name) => `In Durchsicht bei ${name}`,
    takeBack: "Zurücknehmen",
    takenBack: "Anfrage zurückgenommen",
    waitsForYou: (name) => `${name} bittet um Ihre Durchsicht`,
    done: "Fertig",
    finish: "Durchsicht beenden",
    answer: "Antwort",
    answerHint: "Sie können das leer lassen.",
    finished: "Durchsicht beendet",
    waiting: "Wartet auf Ihre Durchsicht",
    own: "Ihre Anfragen",
    by: (name) => `von ${name}`,
    isDone: (name) => `${name} ist fertig`,
    isPublished: "Veröffentlicht",
    problems: {
      review_asked: "Diese Person ist schon gefragt.",
      review_ended: "Die Durchsicht ist schon beendet.",
    },
  },
};
