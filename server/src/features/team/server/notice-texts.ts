import type { Language } from "../../../lib/text/language.ts";
import type { NoticeText } from "../notice.ts";

/** Mails about what those who run the server did. */
export interface ServerNoticeFacts {
  /** To the owners of a site. */
  "operator-entered": { site: string; operator: string; reason: string };
  /** To the owner of a new site. */
  "site-opened": { site: string };
}

type ServerNoticeTexts = { readonly [Kind in keyof ServerNoticeFacts]: NoticeText<ServerNoticeFacts[Kind]> };

export const serverNoticeTexts: Readonly<Record<Language, ServerNoticeTexts>> = {
  en: {
    "operator-entered": {
      subject: ({ service, facts }) => `An operator entered ${facts.site} – ${service}`,
      opening: ({ service, at, facts }) =>
        `${facts.operator}, who runs ${service}, entered your site “${facts.site}” on ${at}, with the rights of an owner for 1 hour. The reason: ${facts.reason}`,
      closing: () => [
        "The audit log of the site lists everything that they change. If you have questions, ask the people who run the service.",
      ],
    },
    "site-opened": {
      subject: ({ service, facts }) => `The site ${facts.site} is yours – ${service}`,
      opening: ({ service, at, facts }) =>
        `The people who run ${service} opened the site “${facts.site}” for you on ${at}. You are its owner, with the account that you have.`,
      closing: () => ["You do not know of this? Then tell the people who run the service."],
    },
  },
  de: {
    "operator-entered": {
      subject: ({ service, facts }) => `Der Betrieb hat ${facts.site} betreten – ${service}`,
      opening: ({ service, at, facts }) =>
        `${facts.operator} vom Betrieb von ${service} hat am ${at} Ihre Site „${facts.site}“ betreten und hat dort für 1 Stunde die Rechte eines Inhabers. Der Grund: ${facts.reason}`,
      closing: () => [
        "Das Protokoll der Site enthält alles, was dabei geändert wird. Bei Fragen wenden Sie sich bitte an den Betrieb des Dienstes.",
      ],
    },
    "site-opened": {
      subject: ({ service, facts }) => `Die Site ${facts.site} gehört Ihnen – ${service}`,
      opening: ({ service, at, facts }) =>
        `der Betrieb von ${service} hat am ${at} die Site „${facts.site}“ für Sie angelegt. Sie sind mit Ihrem bisherigen Konto der Inhaber.`,
      closing: () => ["Sie wissen nichts davon? Dann wenden Sie sich bitte an den Betrieb des Dienstes."],
    },
  },
  "pt-BR": {
    "operator-entered": {
      subject: ({ service, facts }) => `A equipe do serviço entrou em ${facts.site} – ${service}`,
      opening: ({ service, at, facts }) =>
        `${facts.operator}, da equipe de ${service}, entrou no seu site “${facts.site}” em ${at}, com os direitos de proprietário por 1 hora. O motivo: ${facts.reason}`,
      closing: () => ["O registro de alterações do site mostra tudo o que for alterado. Em caso de dúvida, fale com a equipe do serviço."],
    },
    "site-opened": {
      subject: ({ service, facts }) => `O site ${facts.site} é seu – ${service}`,
      opening: ({ service, at, facts }) =>
        `A equipe de ${service} abriu o site “${facts.site}” para você em ${at}. Você é o proprietário, com a conta que já tem.`,
      closing: () => ["Você não sabe do que se trata? Então avise a equipe do serviço."],
    },
  },
};
