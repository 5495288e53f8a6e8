import type { Language } from "../../../lib/text/language.ts";
import type { NoticeText } from "../notice.ts";

/** Mails about the place of a person in a site. */
export interface MemberNoticeFacts {
  "removed-from-site": { site: string };
}

type MemberNoticeTexts = { readonly [Kind in keyof MemberNoticeFacts]: NoticeText<MemberNoticeFacts[Kind]> };

export const memberNoticeTexts: Readonly<Record<Language, MemberNoticeTexts>> = {
  en: {
    "removed-from-site": {
      subject: ({ service, facts }) => `You are no longer a member of ${facts.site} – ${service}`,
      opening: ({ service, at, facts }) => `You were removed from the site “${facts.site}” at ${service} on ${at}. Your account stays.`,
      closing: () => ["If you think that this is a mistake, ask the people who run the site."],
    },
  },
  de: {
    "removed-from-site": {
      subject: ({ service, facts }) => `Sie gehören nicht mehr zu ${facts.site} – ${service}`,
      opening: ({ service, at, facts }) =>
        `Sie wurden am ${at} bei ${service} aus der Site „${facts.site}“ entfernt. Ihr Konto bleibt bestehen.`,
      closing: () => ["Wenn Sie das für einen Irrtum halten, fragen Sie bitte die Menschen, die die Site betreiben."],
    },
  },
  "pt-BR": {
    "removed-from-site": {
      subject: ({ service, facts }) => `Você não faz mais parte de ${facts.site} – ${service}`,
      opening: ({ service, at, facts }) =>
        `Você foi removido do site “${facts.site}” em ${service} em ${at}. A sua conta continua existindo.`,
      closing: () => ["Se você acha que é um engano, fale com a equipe do site."],
    },
  },
};
