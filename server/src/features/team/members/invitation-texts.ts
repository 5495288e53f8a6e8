import type { Language } from "../../../lib/text/language.ts";

interface InvitationFacts {
  service: string;
  site: string;
  inviter: string | null;
}

interface InvitationText {
  subject(facts: InvitationFacts): string;
  opening(facts: InvitationFacts): string;
  button: string;
  closing: string[];
}

/** The mail that invites a person to a site. */
export const invitationTexts: Readonly<Record<Language, InvitationText>> = {
  en: {
    subject: ({ service, site }) => `Invitation to ${site} – ${service}`,
    opening: ({ service, site, inviter }) =>
      inviter === null
        ? `You are invited to work on the site “${site}” at ${service}. Look at the invitation here:`
        : `${inviter} invites you to work on the site “${site}” at ${service}. Look at the invitation here:`,
    button: "Look at the invitation",
    closing: [
      "The link is valid for 1 week.",
      "You do not know who that is? Then ignore this mail. Nothing happens until you accept the invitation.",
    ],
  },
  de: {
    subject: ({ service, site }) => `Einladung zu ${site} – ${service}`,
    opening: ({ service, site, inviter }) =>
      inviter === null
        ? `Sie sind eingeladen, bei ${service} an der Site „${site}“ mitzuarbeiten. Hier können Sie die Einladung ansehen:`
        : `${inviter} lädt Sie ein, bei ${service} an der Site „${site}“ mitzuarbeiten. Hier können Sie die Einladung ansehen:`,
    button: "Einladung ansehen",
    closing: [
      "Der Link gilt 1 Woche.",
      "Sie wissen nicht, wer das ist? Dann ignorieren Sie diese E-Mail bitte. Es passiert nichts, solange Sie die Einladung nicht annehmen.",
    ],
  },
  "pt-BR": {
    subject: ({ service, site }) => `Convite para ${site} – ${service}`,
    opening: ({ service, site, inviter }) =>
      inviter === null
        ? `Você recebeu um convite para trabalhar no site “${site}” em ${service}. Veja o convite aqui:`
        : `${inviter} convida você para trabalhar no site “${site}” em ${service}. Veja o convite aqui:`,
    button: "Ver o convite",
    closing: ["O link vale por 1 semana.", "Não sabe quem é? Então ignore este e-mail. Nada acontece enquanto você não aceitar o convite."],
  },
};
